// A fine of one's own: why it is what it is, what paid it, and what happened to it (OWN-4).
import { Box, Text } from '@mantine/core';
import { Fragment, type JSX, Suspense, useState } from 'react';
import { readOwnPicture } from '../../../contract/fines/fine-details.ts';
import { type OwnFine, readOwnFine } from '../../../contract/money/own.ts';
import type { ExplainedFine } from '../../../contract/overview.ts';
import { filledTexts } from '../../../core/fines/fine-texts.ts';
import { addressOf } from '../../api/call.ts';
import { useRead } from '../../api/hooks.ts';
import { useSession } from '../../api/session.ts';
import { typeText } from '../../messages/fine-types.ts';
import { dayText, dayTextOf } from '../../messages/formats.ts';
import { areaTexts, useTexts } from '../../messages/index.ts';
import { lazyPart } from '../../routing/lazy-screen.tsx';
import { ownPaperPath } from '../../routing/paths.ts';
import { TextButton, TextLink } from '../../ui/controls/buttons.tsx';
import { DialogLoading } from '../../ui/dialogs/ConfirmDialog.tsx';
import { Sheet } from '../../ui/dialogs/Sheet.tsx';
import { useLast } from '../../ui/dialogs/dialog-state.ts';
import { FineBadge, FineRest } from '../../ui/money/FineState.tsx';
import { Money, moneyText } from '../../ui/money/money.tsx';
import classes from './overview.module.css';

const finePictures = lazyPart(() => import('../../ui/forms/picture/FinePictures.tsx'), areaTexts('requests'));

interface OwnFineDialogProps {
  /** null: closed */
  fine: ExplainedFine | null;
  onClose: () => void;
}

export default function OwnFineDialog({ fine, onClose }: OwnFineDialogProps): JSX.Element {
  const { t } = useTexts();
  const [other, setOther] = useState<{ from: ExplainedFine | null; id: string } | null>(null);
  const last = useLast(fine);
  // Another fine that the details led to, until the dialog is opened again.
  const fineId = (fine !== null && other?.from === fine ? other.id : last?.id) ?? '';
  const reading = useRead(readOwnFine, { params: { fineId } }, { enabled: fine !== null, keepPrevious: false });
  return (
    <Sheet
      opened={fine !== null}
      onClose={onClose}
      title={t('own.fine.title')}
      size={480}
      phone="bottom"
      needsServer={false}
    >
      {reading.data !== undefined ? (
        <Details {...reading.data} onShow={(id) => setOther({ from: fine, id })} />
      ) : (
        <DialogLoading
          failed={reading.isError}
          message={t('own.fine.failed')}
          onTryAgain={() => void reading.refetch()}
        />
      )}
    </Sheet>
  );
}

function Details(props: OwnFine & { onShow: (fineId: string) => void }): JSX.Element {
  const { fine, surcharge, paid, pictures, history, onShow } = props;
  const { t } = useTexts();
  const { timeZone } = useSession().organisation;
  const earlier = fine.doubling?.earlier ?? null;
  const late = surcharge.of?.late ?? null;
  return (
    <>
      <div className={classes['head']}>
        <strong className={classes['reason']}>
          <bdi>{typeText(fine.fineType)}</bdi>
        </strong>
        <strong>
          <Money paisa={fine.amount} format="rs" />
        </strong>
        <FineRest fine={fine} format="rs" />
        <FineBadge fine={fine} />
      </div>
      {fine.doubling !== null && (
        <Text mt={8}>
          {earlier === null
            ? t('common.fine.doubled')
            : t('common.fine.doubledAfter', { fineType: typeText(earlier.fineType), day: dayText(earlier.date) })}
        </Text>
      )}
      <dl className={classes['facts']}>
        <dt>{t('common.fine.date')}</dt>
        <dd>
          <time dateTime={fine.date}>{dayText(fine.date)}</time>
        </dd>
        {fine.dueOn !== null && (
          <>
            <dt>{t('own.fine.dueOn')}</dt>
            <dd>
              <time dateTime={fine.dueOn}>{dayText(fine.dueOn)}</time>
              {surcharge.next !== null && (
                <div>
                  {t('own.fine.surcharge', {
                    amount: moneyText(surcharge.next.amount, 'rs'),
                    day: dayText(surcharge.next.after),
                  })}
                </div>
              )}
            </dd>
          </>
        )}
        {surcharge.of !== null && (
          <>
            <dt>{t('own.fine.late')}</dt>
            <dd>
              {late === null ? (
                t('own.fine.lateGone')
              ) : (
                <TextButton onClick={() => onShow(late.id)}>
                  <bdi>{typeText(late.fineType)}</bdi> · {dayText(late.date)}
                </TextButton>
              )}
            </dd>
          </>
        )}
        {surcharge.added.length > 0 && (
          <>
            <dt>{t('own.fine.added')}</dt>
            {surcharge.added.map(({ id, date, amount }) => (
              <dd key={id}>
                <TextButton onClick={() => onShow(id)}>
                  {dayText(date)}: <Money paisa={amount} format="rs" />
                </TextButton>
              </dd>
            ))}
          </>
        )}
        {filledTexts(fine).map(([name, text]) => (
          <Fragment key={name}>
            <dt>{t(`common.fine.text.${name}`)}</dt>
            <dd>
              <bdi className={classes['lines']}>{text}</bdi>
            </dd>
          </Fragment>
        ))}
        {paid.length > 0 && (
          <>
            <dt>{t('own.fine.paid')}</dt>
            <dd>
              <ul className={classes['list']}>
                {paid.map((part, place) => (
                  <PaidPart key={place} {...part} />
                ))}
              </ul>
            </dd>
          </>
        )}
        <dt>{t('own.fine.history')}</dt>
        <dd>
          <ol className={classes['list']}>
            {history.map(({ kind, at, amount }, place) => (
              <li key={history.length - place}>
                {t(`own.fine.change.${kind}`, { amount: moneyText(amount, 'rs') })}
                <small>
                  <time dateTime={at}>{dayTextOf(at, timeZone)}</time>
                </small>
              </li>
            ))}
          </ol>
        </dd>
      </dl>
      {pictures.length > 0 && (
        <Suspense>
          <Box mt={16}>
            <finePictures.Screen
              shown={pictures.map((picture) => ({
                address: addressOf(readOwnPicture, { params: { fineId: fine.id, picture } }),
              }))}
            />
          </Box>
        </Suspense>
      )}
    </>
  );
}

function PaidPart({ amount, payment }: OwnFine['paid'][number]): JSX.Element {
  const { t } = useTexts();
  return (
    <li>
      <span>
        <Money paisa={amount} format="rs" />
        {' · '}
        {payment === null ? t('common.fine.credit') : t(`common.method.${payment.method}`)}
      </span>
      {payment !== null && (
        <small>
          <time dateTime={payment.receivedOn}>{dayText(payment.receivedOn)}</time>
          {payment.receipt !== null && (
            <>
              {' · '}
              <TextLink to={ownPaperPath(payment.receipt)} inText>
                {payment.receipt}
              </TextLink>
            </>
          )}
        </small>
      )}
    </li>
  );
}
