// Whether the person gets e-mails about what is recorded of them (MAIL-11). Not shown if the organisation sends none.
import { Switch } from '@mantine/core';
import type { JSX } from 'react';
import { readOwnMails, setOwnMails } from '../../../contract/mail/mails.ts';
import type { CallError } from '../../api/errors.ts';
import { act, queryClient, readKey, useAction, useRead } from '../../api/hooks.ts';
import { useTexts } from '../../messages/index.ts';
import { reasonOf } from '../../ui/feedback/failure.ts';
import { toast } from '../../ui/feedback/toast.tsx';

const KEY = readKey(readOwnMails, {});

/** undefined until it is known */
export const useTold = (): { told: boolean; offered: boolean } | undefined => useRead(readOwnMails, {}).data;

export function OwnMails({ told }: { told: boolean }): JSX.Element {
  const { t } = useTexts();
  const save = useAction<unknown, CallError, boolean>({
    mutationFn: (to) => act(setOwnMails, { body: { told: to } }),
    // One after the other, so that the last of several quick presses holds.
    scope: { id: setOwnMails.id },
    onError: (error) => toast.error(t('account.mails.failed', { reason: reasonOf(error, t) })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: KEY }),
  });
  return (
    <Switch
      label={t('account.mails.label')}
      description={t('account.mails.hint')}
      checked={save.isPending ? save.variables : told}
      onChange={({ currentTarget: { checked } }) => save.mutate(checked)}
    />
  );
}
