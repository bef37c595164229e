// What a receipt, a voucher and a hand-over's slip have in common: an A5 page with the organisation's letterhead, what
// has been taken back since, and the foot.
import { Button, Text } from '@mantine/core';
import { IconPrinter, IconReceiptOff } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { type JSX, type ReactNode, useState, useEffect, useRef } from 'react';
import type { ErrorCode } from '../../../../contract/errors.ts';
import { ApiError, type CallError } from '../../../api/call.ts';
import { useRead } from '../../../api/hooks.ts';
import { useAddress } from '../../../routing/location.ts';
import { PageHeader, Screen, Card } from '../../../ui/layout/page.tsx';
import { BackLink } from '../../../ui/layout/BackLink.tsx';
import { EmptyState } from '../../../ui/feedback/status.tsx';
import { LinkButton } from '../../../ui/controls/buttons.tsx';
import { LoadFailureState, useLoadFailure } from '../../../ui/feedback/LoadFailure.tsx';
import { SkeletonTable } from '../../../ui/lists/list-tools.tsx';
import type { Reversal } from '../../../../contract/money/payments.ts';
import { type Letterhead, readLetterhead } from '../../../../contract/settings/organisation.ts';
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

// The screen of one slip: loading, failure, an unknown number, the way back, and printing. With `?print` in the address
// it prints by itself.

export interface SlipScreenProps<Answer> {
  title: string;
  reading: UseQueryResult<Answer, CallError>;
  /** the server's error code if there is no such slip */
  notFound: ErrorCode;
  unknown: { title: string; text?: string | undefined };
  /** the list that contains it */
  back: { to: string; text: string };
  /** what else can be done with it */
  actions?: ReactNode;
  /** the slip; `onLogo` is to be called when the logo is there, or cannot be shown */
  children: (answer: Answer, organisation: Letterhead, onLogo: () => void) => JSX.Element;
}

export function SlipScreen<Answer>(props: SlipScreenProps<Answer>): JSX.Element {
  const { title, reading, notFound, unknown, back, actions, children } = props;
  const { t } = useTexts();
  const { search } = useAddress();
  const organisation = useRead(readLetterhead, {});
  const failure = useLoadFailure(reading.data === undefined ? reading : organisation);
  const [hasLogo, setHasLogo] = useState(false);
  const { data: answer, error } = reading;
  const said = organisation.data;
  const isThere = answer !== undefined && said !== undefined && (said.logoVersion === null || hasLogo);
  usePrinting(isThere && search.has('print'));
  // An invalid number is treated like an unknown one.
  const isUnknown = error instanceof ApiError && [notFound, 'invalid-input'].includes(error.code);

  return (
    <Screen>
      <div data-screen-only className={classes['bar']}>
        <PageHeader
          title={title}
          back={isUnknown ? undefined : <BackLink to={back.to} label={back.text} />}
          actions={
            answer !== undefined && (
              <>
                {actions}
                <Button leftSection={<IconPrinter size={18} aria-hidden />} onClick={() => print()}>
                  {t('payments.receipt.print')}
                </Button>
              </>
            )
          }
        />
      </div>
      {answer !== undefined && said !== undefined ? (
        children(answer, said, () => setHasLogo(true))
      ) : (
        <Card className={classes['without'] ?? ''}>
          {isUnknown ? (
            <EmptyState
              icon={<IconReceiptOff />}
              {...unknown}
              action={
                <LinkButton to={back.to} variant="default">
                  {back.text}
                </LinkButton>
              }
            />
          ) : failure.nothing ? (
            <LoadFailureState failure={failure} message={t('payments.receipt.failed')} />
          ) : (
            <SkeletonTable rows={8} columns={2} />
          )}
        </Card>
      )}
    </Screen>
  );
}

// A page that prints by itself.

/** Prints once, as soon as everything is ready, including the Urdu font. */
function usePrinting(ready: boolean): void {
  const done = useRef(false);
  useEffect(() => {
    if (!ready || done.current) return;
    done.current = true;
    void document.fonts.ready.then(() => print());
  }, [ready]);
}
