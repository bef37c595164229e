// The payments and waivers of a fine, by whom and when; those taken back are struck through.
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { FineDetails, PaidPart, WaivedPart } from '../../../../contract/fines/fine-details.ts';
import { reverseWaiver } from '../../../../contract/money/waivers.ts';
import { useMay } from '../../../api/session.ts';
import { dayText } from '../../../messages/formats.ts';
import { useTexts } from '../../../messages/index.ts';
import { receiptPath } from '../../../routing/paths.ts';
import { moneyText } from '../../../ui/money/money.tsx';
import { leftOf } from '../../../ui/money/payment-figures.ts';
import { ActorLink } from '../../../ui/people/people.tsx';
import { WithNames } from '../../../ui/people/WithNames.tsx';
import classes from './details.module.css';

export function MoneyFacts(props: { details: FineDetails; onTakeBack: (waiverId: string) => void }): ReactNode {
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
    payment === null ? (
      t('fines.details.byCredit', { amount: figure })
    ) : (
      <WithNames
        say={(who = '') =>
          t(payment.receivedBy === null ? 'fines.details.byPayment' : 'fines.details.byPaymentTo', {
            amount: figure,
            method: t(`common.method.${payment.method}`),
            day: dayText(payment.receivedOn),
            who,
          })
        }
        names={[<ActorLink key="who" who={payment.receivedBy ?? ''} id={payment.receivedById} inText />]}
      />
    );
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
      {left < amount && <small>{t('fines.details.freed', { amount: moneyText(amount - left, 'rs') })}</small>}
    </p>
  );
}

function Waived({ part, onTakeBack }: { part: WaivedPart; onTakeBack: (() => void) | undefined }): ReactNode {
  const { t } = useTexts();
  const may = useMay();
  const sentence = (
    <WithNames
      say={(who = '') =>
        t(part.mistake ? 'fines.details.asMistake' : 'fines.details.waivedBy', {
          amount: moneyText(part.amount, 'rs'),
          day: dayText(part.day),
          who,
          reason: part.reason,
        })
      }
      names={[<ActorLink key="who" who={part.madeBy} inText />]}
    />
  );
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
          <WithNames
            say={(who = '') =>
              t('fines.details.reversed', { amount: moneyText(amount, 'rs'), day: dayText(day), who, reason })
            }
            names={[<ActorLink key="who" who={madeBy} inText />]}
          />
        </small>
      ))}
    </p>
  );
}
