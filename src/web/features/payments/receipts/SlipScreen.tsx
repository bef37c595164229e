// The screen of one slip: loading, failure, an unknown number, the way back, and printing. With `?print` in the address
// it prints by itself.
import { Button } from '@mantine/core';
import { IconPrinter, IconReceiptOff } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { type JSX, type ReactNode, useState, useEffect, useRef } from 'react';
import type { ErrorCode } from '../../../../contract/errors.ts';
import { type Letterhead, readLetterhead } from '../../../../contract/settings/organisation.ts';
import { ApiError, type CallError } from '../../../api/call.ts';
import { useRead } from '../../../api/hooks.ts';
import { useAddress } from '../../../routing/location.ts';
import { useTexts } from '../../../messages/index.ts';
import { PageHeader, Screen, Card } from '../../../ui/layout/page.tsx';
import { BackLink } from '../../../ui/layout/BackLink.tsx';
import { EmptyState } from '../../../ui/feedback/status.tsx';
import { LinkButton } from '../../../ui/controls/buttons.tsx';
import { LoadFailureState, useLoadFailure } from '../../../ui/feedback/LoadFailure.tsx';
import { SkeletonTable } from '../../../ui/lists/list-tools.tsx';
import classes from './receipts.module.css';

interface SlipScreenProps<Answer> {
  title: string;
  reading: UseQueryResult<Answer, CallError>;
  /** the server's error code if there is no such slip */
  notFound: ErrorCode;
  unknown: { title: string; text?: string };
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
