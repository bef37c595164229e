// What a receipt, a voucher and a hand-over's slip have in common: an A5 page with the organisation's letterhead, what
// has been taken back since, and the foot.
import { Text } from '@mantine/core';
import type { JSX, ReactNode } from 'react';
import type { Reversal } from '../../../../contract/money/payments.ts';
import type { Letterhead } from '../../../../contract/settings/organisation.ts';
import { amountInWords } from '../../../../core/money/amount-in-words.ts';
import { isAmount } from '../../../../core/money/money.ts';
import { dayText, recordedText } from '../../../messages/formats.ts';
import { useLanguage, useTexts } from '../../../messages/index.ts';
import { Paper } from '../../../ui/layout/Paper.tsx';
import { Money, moneyText } from '../../../ui/money/money.tsx';
import { ActorLink } from '../../../ui/people/people.tsx';
import { WithNames } from '../../../ui/people/WithNames.tsx';
import classes from './receipts.module.css';

interface SlipProps {
  title: string;
  organisation: Letterhead;
  /** To be called when the logo has loaded, or cannot be shown. */
  onLogo: () => void;
  reversals: readonly Reversal[];
  children: ReactNode;
}

export function Slip({ title, organisation, onLogo, reversals, children }: SlipProps): JSX.Element {
  return (
    <Paper
      page="receipt"
      component="section"
      aria-label={title}
      organisation={organisation}
      onLogo={onLogo}
      className={classes['paper'] ?? ''}
    >
      <Text fz="1.1em" fw={650}>
        {title}
      </Text>
      {children}
      {reversals.length > 0 && <TakenBack reversals={reversals} />}
      {organisation.receiptFoot !== '' && (
        <Text c="dimmed" ta="center" className={classes['foot'] ?? ''}>
          <bdi>{organisation.receiptFoot}</bdi>
        </Text>
      )}
    </Paper>
  );
}

export function Facts({ children }: { children: ReactNode }): JSX.Element {
  return <dl className={classes['facts']}>{children}</dl>;
}

export function Fact(props: { label: string; whole?: boolean; children: ReactNode }): JSX.Element {
  const { label, whole, children } = props;
  return (
    <div data-whole={whole}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** An amount in figures and words. */
export function AmountFacts({ label, paisa }: { label: string; paisa: number }): JSX.Element {
  const { t } = useTexts();
  const language = useLanguage();
  return (
    <>
      <Fact label={label} whole>
        <Text component="strong" fw={700} fz="min(1.25em, max(20px, 6vi))">
          <Money paisa={paisa} format="rs" />
        </Text>
      </Fact>
      {isAmount(paisa) && (
        <Fact label={t('payments.receipt.inWords')} whole>
          {amountInWords(paisa, language)}
        </Fact>
      )}
    </>
  );
}

export function NoteFact({ note }: { note: string }): JSX.Element | null {
  const { t } = useTexts();
  if (note === '') return null;
  return (
    <Fact label={t('payments.receipt.note')} whole>
      <bdi className={classes['lines']}>{note}</bdi>
    </Fact>
  );
}

function TakenBack({ reversals }: { reversals: readonly Reversal[] }): JSX.Element {
  const { t } = useTexts();
  return (
    <section aria-label={t('payments.receipt.reversed')} className={classes['reversed']}>
      <Text fw={650}>{t('payments.receipt.reversed')}</Text>
      <ul>
        {reversals.map(({ amount, reason, day, madeBy }, place) => (
          <li key={place}>
            <p>
              {madeBy === '' ? (
                t('payments.receipt.reversalOfMember', { amount: moneyText(amount, 'rs'), day: dayText(day) })
              ) : (
                <WithNames
                  say={(who = '') =>
                    t('payments.receipt.reversal', { amount: moneyText(amount, 'rs'), day: dayText(day), who })
                  }
                  names={[<ActorLink key="who" who={madeBy} inText />]}
                />
              )}
            </p>
            <p>
              <bdi className={classes['lines']}>{recordedText(reason)}</bdi>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
