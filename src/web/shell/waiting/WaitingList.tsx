// The fines that wait on this device, each with the decision that it needs.
import { Alert, Button, Group, Text } from '@mantine/core';
import { type JSX, useState } from 'react';
import type { Assessment } from '../../../contract/fines/fines.ts';
import { addPaisa } from '../../../core/money/money.ts';
import { useSession } from '../../api/session.ts';
import { typeText } from '../../messages/fine-types.ts';
import { dayText, momentText, recordedText } from '../../messages/formats.ts';
import { serverText, type Translate, useTexts } from '../../messages/index.ts';
import { isolated } from '../../messages/translate.ts';
import { isForOthers, namesGone, type Refusal, type WaitingFine } from '../../offline/waiting/queue.ts';
import {
  confirmCharges,
  isForgottenNow,
  needsDecision,
  sendAgain,
  sendAnew,
  sendForOthers,
  useWaitingFines,
  withdraw,
} from '../../offline/waiting/waiting-fines.ts';
import { useBusy } from '../../ui/controls/buttons.tsx';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { Sheet } from '../../ui/dialogs/Sheet.tsx';
import { useLast } from '../../ui/dialogs/dialog-state.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { Money, moneyText } from '../../ui/money/money.tsx';
import classes from './waiting.module.css';

export default function WaitingList({ opened, onClose }: { opened: boolean; onClose: () => void }): JSX.Element {
  const { t } = useTexts();
  const fines = useWaitingFines();
  const [asked, setAsked] = useState<WaitingFine | null>(null);
  const shown = useLast(asked);
  const take = async (fine: WaitingFine): Promise<void> => {
    setAsked(null);
    try {
      const wasThere = await withdraw(fine.id);
      if (wasThere) toast.success(t('waiting.withdrawn'));
      else toast.info(t('waiting.notWaiting'));
    } catch {
      toast.error(t('waiting.notKept'));
    }
  };
  return (
    <>
      <Sheet
        opened={opened}
        onClose={onClose}
        title={t('waiting.title')}
        needsServer={false}
        size={520}
        footer={
          <Button variant="default" data-autofocus onClick={onClose}>
            {t('common.close')}
          </Button>
        }
      >
        <Text mb={8}>{t(fines.length === 0 ? 'waiting.nothing' : 'waiting.intro')}</Text>
        <ol className={classes['items']}>
          {fines.map((fine) => (
            <li key={fine.id}>
              <Item fine={fine} onWithdraw={() => setAsked(fine)} />
            </li>
          ))}
        </ol>
      </Sheet>
      <ConfirmDialog
        opened={asked !== null}
        title={t('waiting.withdrawTitle')}
        needsServer={false}
        message={t(shown !== null && shown.triedAt !== null ? 'waiting.withdrawTried' : 'waiting.withdrawText')}
        confirmLabel={t('waiting.withdraw')}
        danger
        onConfirm={() => {
          if (asked !== null) void take(asked);
        }}
        onClose={() => setAsked(null)}
      />
    </>
  );
}

function Item({ fine, onWithdraw }: { fine: WaitingFine; onWithdraw: () => void }): JSX.Element {
  const { t } = useTexts();
  const { timeZone } = useSession().organisation;
  const { body, names, asked, refused, triedAt } = fine;
  const decides = needsDecision(fine);
  const forgotten = isForgottenNow(fine);
  const [busy, during] = useBusy();
  const run = (deed: () => Promise<void>): Promise<void> =>
    during(deed).catch(() => void toast.error(t('waiting.notKept')));
  return (
    <article className={classes['item']}>
      <p className={classes['names']}>
        <span dir="auto">{names.map(recordedText).join(', ')}</span>
      </p>
      <p className={classes['what']}>
        <span dir="auto">{typeText(body.fineType)}</span>
        <Money paisa={body.amount} format="rs" />
      </p>
      <Text c="dimmed" fz="sm">
        {dayText(body.date)} · {t('waiting.entered', { when: momentText(fine.enteredAt, timeZone) })}
      </Text>
      {!decides && (
        <Text c="dimmed" fz="sm">
          {t(triedAt === null ? 'waiting.waits' : 'waiting.tried')}
        </Text>
      )}
      {forgotten && <Alert color="yellow">{t('waiting.forgotten')}</Alert>}
      {refused !== null && (
        <Alert color="red">
          {t('waiting.refused', { reason: refusalText(fine, refused, t) })} {triedAt !== null && t('waiting.perhaps')}
        </Alert>
      )}
      {asked !== null && (
        <Alert color="yellow">
          <Charges assessment={asked} />
        </Alert>
      )}
      <Group justify="flex-end" align="stretch" gap={12} pt={4}>
        <Button
          variant="default"
          disabled={busy}
          aria-label={t('waiting.withdrawOf', { names: names.join(', ') })}
          onClick={onWithdraw}
        >
          {t('waiting.withdraw')}
        </Button>
        {refused === null && forgotten && (
          <Button loading={busy} onClick={() => void run(() => sendAnew(fine))}>
            {t('waiting.again')}
          </Button>
        )}
        {isForOthers(fine) ? (
          <Button loading={busy} onClick={() => void run(() => sendForOthers(fine))}>
            {t('waiting.forOthers')}
          </Button>
        ) : (
          refused?.gone.length === 0 &&
          !forgotten && (
            <Button variant="default" loading={busy} onClick={() => void run(() => sendAgain(fine))}>
              {t('waiting.again')}
            </Button>
          )
        )}
        {asked !== null && (
          <Button
            loading={busy}
            aria-label={t('waiting.confirmOf', { names: names.join(', ') })}
            onClick={() => void run(() => confirmCharges(fine, asked))}
          >
            {t('waiting.confirm')}
          </Button>
        )}
      </Group>
    </article>
  );
}

function refusalText(fine: WaitingFine, { code, message }: Refusal, t: Translate): string {
  const gone = namesGone(fine);
  if (gone.length > 0) return t('waiting.gone', { count: gone.length, names: gone.map(isolated).join(', ') });
  return serverText('errors', code) ?? message;
}

function Charges({ assessment: { charges } }: { assessment: Assessment }): JSX.Element {
  const { t } = useTexts();
  const total = addPaisa(...charges.map(({ amount }) => amount));
  return (
    <>
      <p>{t(charges.some(({ doubled }) => doubled) ? 'waiting.doubles' : 'waiting.changed')}</p>
      <ul>
        {charges.map(({ userId, userName, amount, earlier }) => (
          <li key={userId}>
            {t(earlier === null ? 'waiting.charge' : 'waiting.doubledCharge', {
              userName,
              amount: moneyText(amount, 'rs'),
              fineType: typeText(earlier?.fineType ?? ''),
              day: earlier === null ? '' : dayText(earlier.date),
            })}
          </li>
        ))}
      </ul>
      {charges.length > 1 && (
        <p>
          {t('waiting.total')} <Money paisa={total} format="rs" />
        </p>
      )}
    </>
  );
}
