// The details of a fine: figures, note, who recorded it, why it was doubled, and each change.
import { Box, Group, Button } from '@mantine/core';
import { Fragment, type ReactNode, useId } from 'react';
import type {
  FineChange,
  FineDetails as Details,
  FineDetails,
  PaidPart,
  WaivedPart,
} from '../../../../contract/fines/fine-details.ts';
import { isWaived } from '../../../../core/fines/fine.ts';
import { FINE_TEXT_NAMES, filledTexts } from '../../../../core/fines/fine-texts.ts';
import { useSession, useMay } from '../../../api/session.ts';
import { typeText } from '../../../messages/fine-types.ts';
import { dayText, dayTextOf, instantText, recordedText } from '../../../messages/formats.ts';
import { useTexts } from '../../../messages/index.ts';
import { PersonLink } from '../../../ui/people/people.tsx';
import { FineBadge, FineRest } from '../../../ui/money/FineState.tsx';
import { Money, moneyText } from '../../../ui/money/money.tsx';
import classes from './details.module.css';
import { rs } from '../../../ui/money/money-text.ts';
import { less } from '../../../ui/money/rupees.ts';
import { reverseWaiver } from '../../../../contract/money/waivers.ts';
import { receiptPath } from '../../../routing/paths.ts';
import { leftOf } from '../../../ui/money/payment-figures.ts';

interface FineDetailsProps {
  details: Details;
  /** The person may correct only what they entered today, and this fine is not one of those. */
  notOwn: boolean;
  onTakeBack: (waiverId: string) => void;
}

export function FineDetails(props: FineDetailsProps): ReactNode {
  const { details, notOwn, onTakeBack } = props;
  const { t } = useTexts();
  const { timeZone } = useSession().organisation;
  const heading = useId();
  const { fine, recordedBy, doubling } = details;
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
            <Money rupees={fine.amount} format="rs" />
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
            </dd>
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
          {recordedBy === null
            ? t('fines.details.recordedByImport', { time })
            : t('fines.details.recordedBy', { time, who: recordedText(recordedBy) })}
          {notOwn && <small>{t('fines.details.notOwn')}</small>}
        </dd>
      </dl>
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

function Change({ change }: { change: FineChange }): ReactNode {
  const { timeZone } = useSession().organisation;
  const [first, ...more] = useChangeSentences()(change);
  return (
    <li>
      <time dateTime={change.at}>{instantText(change.at, timeZone)}</time>
      <p>{first}</p>
      {more.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </li>
  );
}

// The sentences for a change of a fine: one for the change, and one for each field that was corrected.

function useChangeSentences(): (change: FineChange) => string[] {
  const { t } = useTexts();
  return ({ kind, by, before, after }) => {
    const who = recordedText(by ?? '');
    const { fineType, amount, date } = after;
    const entered = { fineType: typeText(fineType), amount: rs(amount), date: dayText(date) };
    if (kind === 'imported') return [t('fines.change.imported', entered)];
    if (kind === 'added' || before === null) return [t('fines.change.added', { who, ...entered })];
    const moved = rs(Math.abs(less(after.paidAmount, [before.paidAmount])));
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
    const waived = rs(Math.abs(less(after.waivedAmount, [before.waivedAmount])));
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

// The payments and waivers of a fine, by whom and when; those taken back are struck through.

function MoneyFacts(props: { details: FineDetails; onTakeBack: (waiverId: string) => void }): ReactNode {
  const { details, onTakeBack } = props;
  const { fine, paid, waived } = details;
  const { t } = useTexts();
  return (
    <>
      {paid.length > 0 && (
        <>
          <dt>{t('fines.details.paid')}</dt>
          <dd>
            {paid.map((part, place) => (
              <Paid key={part.payment?.receipt ?? place} part={part} />
            ))}
          </dd>
        </>
      )}
      {waived.length > 0 && (
        <>
          <dt>{t('fines.details.waived')}</dt>
          <dd>
            {waived.map((part) => (
              <Waived
                key={part.id}
                part={part}
                // A mistake waives the whole fine: a part of it cannot be owed again alone.
                onTakeBack={fine.mistake && !part.mistake ? undefined : () => onTakeBack(part.id)}
              />
            ))}
          </dd>
        </>
      )}
    </>
  );
}

function Paid({ part: { payment, amount, left } }: { part: PaidPart }): ReactNode {
  const { t } = useTexts();
  const figure = moneyText(amount, 'rs');
  const sentence =
    payment === null
      ? t('fines.details.byCredit', { amount: figure })
      : t(payment.receivedBy === null ? 'fines.details.byPayment' : 'fines.details.byPaymentTo', {
          amount: figure,
          method: t(`common.method.${payment.method}`),
          day: dayText(payment.receivedOn),
          who: recordedText(payment.receivedBy ?? ''),
        });
  return (
    <p className={classes['moneyFact']}>
      {left === 0 ? <s>{sentence}</s> : sentence}
      {payment !== null && payment.receipt !== null && (
        <>
          {' '}
          <a href={`#${receiptPath(payment.receipt)}`}>
            <bdi>{payment.receipt}</bdi>
          </a>
        </>
      )}
      {left < amount && <small>{t('fines.details.freed', { amount: moneyText(less(amount, [left]), 'rs') })}</small>}
    </p>
  );
}

function Waived({ part, onTakeBack }: { part: WaivedPart; onTakeBack: (() => void) | undefined }): ReactNode {
  const { t } = useTexts();
  const may = useMay();
  const sentence = t(part.mistake ? 'fines.details.asMistake' : 'fines.details.waivedBy', {
    amount: moneyText(part.amount, 'rs'),
    day: dayText(part.day),
    who: recordedText(part.madeBy),
    reason: part.reason,
  });
  const left = leftOf(part);
  return (
    <p className={classes['moneyFact']}>
      {left === 0 ? <s>{sentence}</s> : sentence}
      {left > 0 && onTakeBack !== undefined && may(reverseWaiver) && (
        <>
          {' '}
          <Button
            variant="default"
            size="compact-sm"
            aria-label={t('fines.unwaive.named', { amount: moneyText(left, 'rs') })}
            onClick={onTakeBack}
          >
            {t('fines.unwaive.one')}
          </Button>
        </>
      )}
      {part.reversals.map(({ amount, day, madeBy, reason }, place) => (
        <small key={place}>
          {t('fines.details.reversed', {
            amount: moneyText(amount, 'rs'),
            day: dayText(day),
            who: recordedText(madeBy),
            reason,
          })}
        </small>
      ))}
    </p>
  );
}
