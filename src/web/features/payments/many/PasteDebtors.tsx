// Ticks members from a pasted list of names, ids or e-mails, and says who could not be ticked, and why.
import { Alert, Button, Stack, Textarea } from '@mantine/core';
import { type JSX, useId, useState } from 'react';
import { type Debtor, findDebtors } from '../../../../contract/money/debtors.ts';
import type { Output } from '../../../../contract/operation.ts';
import { MAX_COLLECTED_AT_ONCE, MAX_PASTED } from '../../../../core/limits.ts';
import { ApiError, ConnectionError } from '../../../api/call.ts';
import { recordedText } from '../../../messages/formats.ts';
import { act } from '../../../api/hooks.ts';
import { useTexts } from '../../../messages/index.ts';
import { busyButton, useBusy } from '../../../ui/controls/buttons.tsx';
import { reasonOf } from '../../../ui/feedback/failure.ts';
import { Sheet } from '../../../ui/dialogs/Sheet.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { namesIn } from './collection-from-many.ts';
import classes from './many.module.css';

type Found = Output<typeof findDebtors>['items'];

interface PasteDebtorsProps {
  opened: boolean;
  onTick: (debtors: readonly Debtor[], on: boolean) => void;
  onClose: () => void;
}

export function PasteDebtors({ opened, onTick, onClose }: PasteDebtorsProps): JSX.Element {
  const { t } = useTexts();
  const id = useId();
  const [text, setText] = useState('');
  const [busy, during] = useBusy();
  const [left, setLeft] = useState<Found>([]);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const names = namesIn(text);
  const close = (): void => {
    setText('');
    setLeft([]);
    setProblem(undefined);
    onClose();
  };

  const submit = async (): Promise<void> => {
    if (busy || names.length === 0) return;
    if (names.length > MAX_COLLECTED_AT_ONCE) {
      setProblem(t('collect.many.pasteTooMany', { max: MAX_COLLECTED_AT_ONCE }));
      return;
    }
    setProblem(undefined);
    try {
      const { items } = await during(() => act(findDebtors, { body: { names } }));
      const owing = items.flatMap(({ found }) => (found.length === 1 ? found.filter(owes) : []));
      const once = [...new Map(owing.map((debtor) => [debtor.userId, debtor])).values()];
      onTick(once, true);
      toast.success(t('collect.many.pasteTicked', { count: once.length }));
      const others = items.filter(({ found }) => found.length !== 1 || !found.every(owes));
      if (others.length === 0) close();
      else setLeft(others);
    } catch (error) {
      if (!(error instanceof ApiError || error instanceof ConnectionError)) throw error;
      setProblem(t('collect.many.pasteFailed', { reason: reasonOf(error, t) }));
    }
  };

  return (
    <Sheet
      opened={opened}
      onClose={close}
      title={t('collect.many.pasteTitle')}
      needsServer
      busy={busy}
      footer={
        <>
          <Button variant="default" disabled={busy} onClick={close}>
            {t(left.length > 0 ? 'common.close' : 'common.cancel')}
          </Button>
          <Button type="submit" form={id} {...busyButton(busy || names.length === 0)}>
            {busy ? t('common.wait') : t('collect.many.pasteTick')}
          </Button>
        </>
      }
    >
      <form
        id={id}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Stack gap={12}>
          {left.length > 0 && <LeftOut found={left} />}
          <Textarea
            data-autofocus
            label={t('collect.many.pasteLabel')}
            description={t('collect.many.pasteHint')}
            rows={10}
            autoComplete="off"
            spellCheck={false}
            readOnly={busy}
            value={text}
            error={problem}
            onChange={({ currentTarget: { value } }) => {
              setProblem(value.length > MAX_PASTED ? t('common.pastedTooLong', { max: MAX_PASTED }) : undefined);
              if (value.length <= MAX_PASTED) setText(value);
            }}
          />
        </Stack>
      </form>
    </Sheet>
  );
}

const owes = ({ pendingFine }: Debtor): boolean => pendingFine > 0;

/** Those on the list who were not ticked, grouped by reason. */
function LeftOut({ found }: { found: Found }): JSX.Element {
  const { t } = useTexts();
  const reasons = [
    ['pasteUnknown', found.filter((item) => item.found.length === 0).map(({ name }) => name)],
    ['pasteSeveral', found.filter((item) => item.found.length > 1).map(({ name }) => name)],
    [
      'pasteNothing',
      found.flatMap((item) =>
        item.found.length === 1 ? item.found.map(({ userName }) => recordedText(userName)) : [],
      ),
    ],
  ] as const;
  return (
    <Alert color="yellow" role="status">
      {reasons.map(
        ([reason, names]) =>
          names.length > 0 && (
            <div key={reason} className={classes['leftOut']}>
              <p>{t(`collect.many.${reason}`)}</p>
              <ul>
                {names.map((name, place) => (
                  <li key={place}>
                    <bdi>{name}</bdi>
                  </li>
                ))}
              </ul>
            </div>
          ),
      )}
    </Alert>
  );
}
