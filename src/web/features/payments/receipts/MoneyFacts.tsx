// The facts on a receipt or voucher: who gave what to whom, in figures and words, and what is left afterwards.
import type { JSX, ReactNode } from 'react';
import type { Payment } from '../../../../contract/money/payments.ts';
import { dayText } from '../../../messages/formats.ts';
import { useTexts } from '../../../messages/index.ts';
import { Money } from '../../../ui/money/Money.tsx';
import { ActorLink, PersonLink } from '../../../ui/people/PersonLink.tsx';
import classes from './receipts.module.css';
import { AmountFacts, Fact, Facts, NoteFact } from './Slip.tsx';

interface MoneyFactsProps {
  facts: Pick<Payment, 'userId' | 'userName' | 'amount' | 'method' | 'reference' | 'note'> & {
    /** "Received from" or "Given to" */
    person: string;
    day: { label: string; day: string };
    by: { label: string; who: string | null; id: string | null };
  };
  /** what is left afterwards, in rupees */
  rest: { label: string; rupees: number; note?: string | null };
  /** what the money was for */
  children?: ReactNode;
}

export function MoneyFacts({ facts, rest, children }: MoneyFactsProps): JSX.Element {
  const { t } = useTexts();
  return (
    <>
      <Facts>
        <Fact label={facts.person}>
          <strong>
            <PersonLink userId={facts.userId} userName={facts.userName} />
          </strong>{' '}
          <small>{t('payments.receipt.memberId', { id: facts.userId })}</small>
        </Fact>
        <Fact label={facts.day.label}>
          <time dateTime={facts.day.day}>{dayText(facts.day.day)}</time>
        </Fact>
        <AmountFacts label={t('payments.receipt.amount')} rupees={facts.amount} />
        <Fact label={t('payments.receipt.method')}>{t(`common.method.${facts.method}`)}</Fact>
        {facts.by.who !== null && (
          <Fact label={facts.by.label}>
            <ActorLink who={facts.by.who} id={facts.by.id} />
          </Fact>
        )}
        {facts.reference !== '' && (
          <Fact label={t('payments.receipt.reference')} whole>
            <bdi>{facts.reference}</bdi>
          </Fact>
        )}
        <NoteFact note={facts.note} />
      </Facts>
      {children}
      <p className={classes['owed']}>
        <span>{rest.label}</span>
        <strong>
          <Money rupees={rest.rupees} format="rs" />
        </strong>
      </p>
      {typeof rest.note === 'string' && <p className={classes['due']}>{rest.note}</p>}
    </>
  );
}
