// Which kinds of news the person is told, by e-mail or on a device (MAIL-16).
import { Switch } from '@mantine/core';
import type { JSX } from 'react';
import { type OwnNews as News, readOwnNews, setOwnNews } from '../../../contract/mail/mails.ts';
import { NEWS_KINDS } from '../../../core/mail/letters.ts';
import type { CallError } from '../../api/call.ts';
import { act, queryClient, readKey, useAction, useRead } from '../../api/hooks.ts';
import { useTexts } from '../../messages/index.ts';
import { reasonOf } from '../../ui/feedback/failure.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import classes from './account.module.css';

const KEY = readKey(readOwnNews, {});

/** undefined until it is known, and if the organisation tells nobody */
export function useNews(): News | undefined {
  const { data } = useRead(readOwnNews, {});
  return data?.offered === true ? data.told : undefined;
}

export function OwnNews({ told }: { told: News }): JSX.Element {
  const { t } = useTexts();
  const save = useAction<unknown, CallError, News>({
    mutationFn: (to) => act(setOwnNews, { body: to }),
    // One after the other, so that the last of several quick presses holds.
    scope: { id: setOwnNews.id },
    onError: (error) => toast.error(t('account.mails.failed', { reason: reasonOf(error, t) })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: KEY }),
  });
  const shown = save.isPending ? save.variables : told;
  return (
    <div className={classes['switches']}>
      {NEWS_KINDS.map((kind) => (
        <Switch
          key={kind}
          label={t(`account.news.${kind}`)}
          checked={shown[kind]}
          onChange={({ currentTarget: { checked } }) => save.mutate({ ...shown, [kind]: checked })}
        />
      ))}
    </div>
  );
}
