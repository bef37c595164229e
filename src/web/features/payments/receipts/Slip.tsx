// What a receipt and a voucher have in common: who gave what to whom, in figures and words, and what was taken back since.
import type { JSX, ReactNode } from 'react';
import type { Payment, Reversal } from '../../../../contract/money/payments.ts';
import { amountInWords } from '../../../../core/money/amount-in-words.ts';
import { paisaFromRupees } from '../../../../core/money/money.ts';
import { dayText, personText, recordedText } from '../../../messages/formats.ts';
import { useLanguage, useTexts } from '../../../messages/index.ts';
import { PersonLink } from '../../../ui/people/PersonLink.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { Money, moneyText } from '../../../ui/money/Money.tsx';
import { usePaper } from '../../../ui/layout/usePaper.ts';
import { type Organisation, OrganisationHead } from '../../../ui/layout/OrganisationHead.tsx';
import classes from './receipt.module.css';

interface SlipFacts extends Pick<Payment, 'userId' | 'userName' | 'amount' | 'method' | 'reference' | 'note'> {
  /** "Received from" or "Given to" */
  person: string;
  day: { label: string; day: string };
  by: { label: string; who: string | null };
}

interface SlipProps {
  title: string;
  organisation: Organisation;
  /** The logo is there, or cannot be shown. */
  onLogo: () => void;
  facts: SlipFacts;
  /** what is left afterwards, in rupees */
  rest: { label: string; rupees: number };
  reversals: readonly Reversal[];
  /** what the money was for */
  children?: ReactNode;
}

export function Slip({ title, organisation, onLogo, facts, rest, reversals, children }: SlipProps): JSX.Element {
  usePaper('receipt');
  return (
    <Card component="section" aria-label={title} className={classes['paper'] ?? ''}>
      <OrganisationHead organisation={organisation} onLogo={onLogo} />
      <p className={classes['title']}>{title}</p>
      <Facts facts={facts} />
      {children}
      <p className={classes['owed']}>
        <span>{rest.label}</span>
        <strong>
          <Money rupees={rest.rupees} format="rs" />
        </strong>
      </p>
      {reversals.length > 0 && <TakenBack reversals={reversals} />}
      {organisation.receiptFoot !== '' && (
        <p className={classes['foot']}>
          <bdi>{organisation.receiptFoot}</bdi>
        </p>
      )}
    </Card>
  );
}

function Facts({ facts }: { facts: SlipFacts }): JSX.Element {
  const { t } = useTexts();
  const language = useLanguage();
  const paisa = paisaFromRupees(facts.amount);
  return (
    <dl className={classes['facts']}>
      <Fact label={facts.person}>
        <strong>
          <PersonLink userId={facts.userId} userName={facts.userName} />
        </strong>{' '}
        <small>{t('payments.receipt.memberId', { id: facts.userId })}</small>
      </Fact>
      <Fact label={facts.day.label}>
        <time dateTime={facts.day.day}>{dayText(facts.day.day)}</time>
      </Fact>
      <Fact label={t('payments.receipt.amount')} whole>
        <strong className={classes['amount']}>
          <Money rupees={facts.amount} format="rs" />
        </strong>
      </Fact>
      {paisa !== null && (
        <Fact label={t('payments.receipt.inWords')} whole>
          {amountInWords(paisa, language)}
        </Fact>
      )}
      <Fact label={t('payments.receipt.method')}>{t(`common.method.${facts.method}`)}</Fact>
      {facts.by.who !== null && (
        <Fact label={facts.by.label}>
          <bdi>{personText(facts.by.who)}</bdi>
        </Fact>
      )}
      {facts.reference !== '' && (
        <Fact label={t('payments.receipt.reference')} whole>
          <bdi>{facts.reference}</bdi>
        </Fact>
      )}
      {facts.note !== '' && (
        <Fact label={t('payments.receipt.note')} whole>
          <bdi className={classes['lines']}>{facts.note}</bdi>
        </Fact>
      )}
    </dl>
  );
}

function Fact({ label, whole, children }: { label: string; whole?: boolean; children: ReactNode }): JSX.Element {
  return (
    <div data-whole={whole}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function TakenBack({ reversals }: { reversals: readonly Reversal[] }): JSX.Element {
  const { t } = useTexts();
  return (
    <section aria-label={t('payments.receipt.reversed')} className={classes['reversed']}>
      <p className={classes['takenBackTitle']}>{t('payments.receipt.reversed')}</p>
      <ul>
        {reversals.map(({ amount, reason, day, madeBy }, place) => (
          <li key={place}>
            <span>
              {t('payments.receipt.reversal', {
                amount: moneyText(amount, 'rs'),
                day: dayText(day),
                who: personText(madeBy),
              })}
            </span>
            <span>
              <bdi className={classes['lines']}>{recordedText(reason)}</bdi>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
