// The administrator's name on receipts, on vouchers and in the history. Others have the name of their user record.
import { Button, TextInput } from '@mantine/core';
import type { FormEvent, JSX } from 'react';
import { useState } from 'react';
import { setOwnName } from '../../../contract/sign-in/account.ts';
import { MAX_LENGTH } from '../../../core/limits.ts';
import { isBlank } from '../../../core/text/letters.ts';
import { givenName } from '../../../core/text/own-words.ts';
import { refetchSession } from '../../api/client.ts';
import type { CallError } from '../../api/errors.ts';
import { useSession } from '../../api/session.ts';
import { act, useAction } from '../../api/hooks.ts';
import { useTexts } from '../../messages/index.ts';
import { reasonOf } from '../../ui/feedback/failure.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { useTooLong } from '../../ui/forms/fields/too-long.ts';
import classes from './account.module.css';

export function OwnName(): JSX.Element {
  const { t } = useTexts();
  const tooLong = useTooLong();
  const present = givenName(useSession().principal?.name ?? '');
  /** null: nothing was typed yet */
  const [typed, setTyped] = useState<string | null>(null);
  const [tried, setTried] = useState(false);
  const name = typed ?? present;
  const problem =
    tooLong(name, MAX_LENGTH.userName) ?? (tried && isBlank(name) ? t('account.person.missing') : undefined);
  const save = useAction<unknown, CallError, string>({
    mutationFn: (to) => act(setOwnName, { body: { name: to } }),
    onSuccess: async () => {
      toast.success(t('account.person.saved'));
      setTried(false);
      await refetchSession();
      setTyped(null);
    },
    onError: (error) => toast.error(t('account.person.failed', { reason: reasonOf(error, t) })),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (!isBlank(name) && problem === undefined && !save.isPending) save.mutate(name.trim());
  };
  return (
    <form className={classes['form']} onSubmit={submit} noValidate>
      <TextInput
        label={t('account.person.name')}
        description={t('account.person.hint')}
        autoComplete="name"
        value={name}
        error={problem}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <div>
        <Button type="submit" variant="default" loading={save.isPending}>
          {t('account.person.save')}
        </Button>
      </div>
    </form>
  );
}
