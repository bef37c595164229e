// The details of a fine: figures, note, who recorded it, why it was doubled, and each change.
import { Box, Group, Text } from '@mantine/core';
import { Fragment, type ReactNode, Suspense, useId } from 'react';
import {
  addPicture,
  correctFine,
  type FineChange,
  type FineDetails as Details,
  readFinePicture,
  removePicture,
} from '../../../../contract/fines/fine-details.ts';
import type { Fine } from '../../../../contract/fines/fines.ts';
import { isWaived } from '../../../../core/fines/fine.ts';
import { FINE_TEXT_NAMES, filledTexts } from '../../../../core/fines/fine-texts.ts';
import { addressOf } from '../../../api/call.ts';
import { useWrite } from '../../../api/hooks.ts';
import { useMay, useMayChange, useSession } from '../../../api/session.ts';
import { typeText } from '../../../messages/fine-types.ts';
import { dayText, dayTextOf, instantText } from '../../../messages/formats.ts';
import { areaTexts, useTexts } from '../../../messages/index.ts';
import { lazyPart } from '../../../routing/lazy-screen.tsx';
import { TextButton } from '../../../ui/controls/buttons.tsx';
import { reasonOf } from '../../../ui/feedback/failure.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { ActorLink, PersonLink } from '../../../ui/people/people.tsx';
import { WithNames } from '../../../ui/people/WithNames.tsx';
import { FineBadge, FineRest } from '../../../ui/money/FineState.tsx';
import { Money, moneyText } from '../../../ui/money/money.tsx';
import classes from './details.module.css';
import { MoneyFacts } from './money.tsx';
import { rs } from '../../../ui/money/money-text.ts';

interface FineDetailsProps {
  details: Details;
  /** The person may correct only what they entered today, and this fine is not one of those. */
  notOwn: boolean;
  onTakeBack: (waiverId: string) => void;
  /** Leads to the fine that a late surcharge is for, or to one of its own. */
  onShow: (fineId: string) => void;
}

export function FineDetails(props: FineDetailsProps): ReactNode {
  const { details, notOwn, onTakeBack, onShow } = props;
  const { t } = useTexts();
  const { timeZone } = useSession().organisation;
  const heading = useId();
  const { fine, recordedBy, recordedById, doubling, surcharge } = details;
  const time = instantText(fine.createdAt, timeZone);
  return (
    <>
      <Group justify="space-between" align="start" gap="8px 24px">
        <div className={classes['words']}>
          {/* In a line of the page's direction, so that a text in the other script begins where the page does. */}
          <Box component="strong" fz="lg">
            <span dir="auto">{typeText(fine.fineType)}</span>
          </Box>
          <span>
            <PersonLink userId={fine.userId} userName={fine.userName} />
          </span>
        </div>
        <div className={classes['figure']}>
          <strong>
            <Money paisa={fine.amount} format="rs" />
          </strong>
          <FineRest fine={fine} format="rs" />
          <FineBadge fine={fine} />
        </div>
      </Group>
      <dl className={classes['facts']}>
        <dt>{t('fines.table.date')}</dt>
        <dd>
          <time dateTime={fine.date}>{dayText(fine.date)}</time>
        </dd>
        {fine.dueOn && (
          <>
            <dt>{t('fines.details.dueOn')}</dt>
            <dd>
              <time dateTime={fine.dueOn}>{dayText(fine.dueOn)}</time>
              {surcharge.next !== null && (
                <Text fz="sm">
                  {t('fines.details.surcharge', {
                    amount: moneyText(surcharge.next.amount, 'rs'),
                    day: dayText(surcharge.next.after),
                  })}
                </Text>
              )}
            </dd>
          </>
        )}
        {surcharge.of !== null && (
          <>
            <dt>{t('fines.details.late')}</dt>
            <dd>
              {surcharge.of.late === null ? (
                t('fines.details.lateGone')
              ) : (
                <Named {...surcharge.of.late} onShow={onShow} />
              )}
            </dd>
          </>
        )}
        {surcharge.added.length > 0 && (
          <>
            <dt>{t('fines.details.added')}</dt>
            {surcharge.added.map((added) => (
              <dd key={added.id}>
                <Named {...added} onShow={onShow} />
              </dd>
            ))}
          </>
        )}
        {filledTexts(fine).map(([name, text]) => (
          <Fragment key={name}>
            <dt>{t(`common.fine.text.${name}`)}</dt>
            <dd className={classes['text']}>
              <bdi>{text}</bdi>
            </dd>
          </Fragment>
        ))}
        {doubling !== null && (
          <>
            <dt>{t('fines.details.doubled')}</dt>
            <dd>
              {doubling.earlier === null
                ? t('fines.details.doubledByDeleted')
                : t('fines.details.doubledBy', {
                    fineType: typeText(doubling.earlier.fineType),
                    date: dayText(doubling.earlier.date),
                    amount: moneyText(doubling.earlier.amount, 'rs'),
                  })}
            </dd>
          </>
        )}
        {fine.paidOn !== null && !isWaived(fine) && (
          <>
            <dt>{t('fines.details.paidOn')}</dt>
            <dd>{dayTextOf(fine.paidOn, timeZone)}</dd>
          </>
        )}
        <MoneyFacts details={details} onTakeBack={onTakeBack} />
        <dt>{t('fines.details.recorded')}</dt>
        <dd className={classes['moneyFact']}>
          {recordedBy === null ? (
            t('fines.details.recordedByImport', { time })
          ) : (
            <WithNames
              say={(who = '') => t('fines.details.recordedBy', { time, who })}
              names={[<ActorLink key="who" who={recordedBy} id={recordedById} inText />]}
            />
          )}
          {notOwn && <small>{t('fines.details.notOwn')}</small>}
        </dd>
      </dl>
      <Pictures details={details} />
      {/* Focusable, because nothing else here lets the keyboard scroll the dialog. */}
      <div className={classes['history']} tabIndex={0} role="region" aria-labelledby={heading}>
        <h3 id={heading}>{t('fines.details.history')}</h3>
        <ol>
          {details.history.map((change, index) => (
            <Change key={details.history.length - index} change={change} />
          ))}
        </ol>
        {details.historyCut && <p>{t('fines.details.historyCut', { count: details.history.length })}</p>}
      </div>
    </>
  );
}

/** Another fine, to which it leads; `fineType`: unless the words beside it say so. */
function Named(
  props: Pick<Fine, 'id' | 'date' | 'amount'> & Partial<Pick<Fine, 'fineType'>> & { onShow: (id: string) => void },
) {
  const { id, fineType, date, amount, onShow } = props;
  return (
    <TextButton onClick={() => onShow(id)}>
      {fineType !== undefined && (
        <>
          <bdi>{typeText(fineType)}</bdi> ·{' '}
        </>
      )}
      {dayText(date)}: <Money paisa={amount} format="rs" />
    </TextButton>
  );
}

const pictures = lazyPart(() => import('../../../ui/forms/picture/FinePictures.tsx'), areaTexts('requests'));

function Pictures({ details }: { details: Details }): ReactNode {
  const { t } = useTexts();
  const { id: fineId } = details.fine;
  const isOwn = useMayChange().correctFine(fineId);
  const mayChange = useMay()(correctFine) && isOwn;
  const onError = (error: unknown): void =>
    void toast.error(t('fines.failed.picture', { reason: reasonOf(error, t) }), { id: 'fines.picture' });
  const adding = useWrite(addPicture, { onError });
  const removing = useWrite(removePicture, { onError });
  if (details.pictures.length === 0 && !mayChange) return null;
  const changing = {
    disabled: adding.isPending || removing.isPending,
    onAdd: (picture: string) => adding.mutate({ input: { params: { fineId }, body: { picture } } }),
    onRemove: (place: number) =>
      removing.mutate({ input: { params: { fineId, picture: details.pictures[place] ?? '' } } }),
  };
  return (
    <Suspense>
      <Box mt={16}>
        <pictures.Screen
          shown={details.pictures.map((picture) => ({
            address: addressOf(readFinePicture, { params: { fineId, picture } }),
          }))}
          {...(mayChange && changing)}
        />
      </Box>
    </Suspense>
  );
}

function Change({ change }: { change: FineChange }): ReactNode {
  const { timeZone } = useSession().organisation;
  const sentences = useChangeSentences();
  const [, ...more] = sentences(change, '');
  return (
    <li>
      <time dateTime={change.at}>{instantText(change.at, timeZone)}</time>
      <p>
        <WithNames
          say={(who = '') => sentences(change, who)[0] ?? ''}
          names={[<ActorLink key="who" who={change.by ?? ''} inText />]}
        />
      </p>
      {more.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </li>
  );
}

// The sentences for a change of a fine: one for the change, and one for each field that was corrected.

function useChangeSentences(): (change: FineChange, who: string) => string[] {
  const { t } = useTexts();
  return ({ kind, before, after }, who) => {
    const { fineType, amount, date } = after;
    const entered = { fineType: typeText(fineType), amount: rs(amount), date: dayText(date) };
    if (kind === 'imported') return [t('fines.change.imported', entered)];
    if (kind === 'added' || before === null) return [t('fines.change.added', { who, ...entered })];
    if (kind === 'pictureAdded' || kind === 'pictureRemoved') return [t(`fines.change.${kind}`, { who })];
    const moved = rs(Math.abs(after.paidAmount - before.paidAmount));
    if (kind === 'paid') {
      return [
        after.status === 'Paid'
          ? t('fines.change.paid', { who })
          : t('fines.change.partlyPaid', { who, amount: moved }),
      ];
    }
    if (kind === 'unpaid') {
      return [
        before.status === 'Paid' && after.paidAmount === 0
          ? t('fines.change.unpaid', { who })
          : t('fines.change.freed', { who, amount: moved }),
      ];
    }
    const waived = rs(Math.abs(after.waivedAmount - before.waivedAmount));
    if (kind === 'waived') return [t('fines.change.waived', { who, amount: waived })];
    if (kind === 'unwaived') return [t('fines.change.unwaived', { who, amount: waived })];
    if (kind === 'reduced') return [t('fines.change.reduced', { who, from: rs(before.amount), to: rs(amount) })];
    return [
      t('fines.change.corrected', { who }),
      ...(before.fineType === fineType
        ? []
        : [t('fines.change.fineType', { from: typeText(before.fineType), to: typeText(fineType) })]),
      ...(before.amount === amount ? [] : [t('fines.change.amount', { from: rs(before.amount), to: rs(amount) })]),
      ...(before.date === date ? [] : [t('fines.change.date', { from: dayText(before.date), to: dayText(date) })]),
      ...FINE_TEXT_NAMES.flatMap((name) => {
        const { [name]: from } = before;
        const { [name]: to } = after;
        const how = from === '' ? 'textAdded' : to === '' ? 'textRemoved' : 'text';
        return from === to ? [] : [t(`fines.change.${how}`, { field: t(`common.fine.text.${name}`), from, to })];
      }),
    ];
  };
}
