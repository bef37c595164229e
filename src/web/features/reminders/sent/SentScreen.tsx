// What members were told by e-mail and on their devices, and what happened to each message (MAIL-9). It changes without
// entries in the history, so it is polled while somebody looks at it.
import { Button, NativeSelect } from '@mantine/core';
import { IconMail, IconMailOff, IconSearchOff } from '@tabler/icons-react';
import { type JSX, useCallback, useRef } from 'react';
import { listMails, type Mail, sendMailAgain, sendTestMail } from '../../../../contract/mail/mails.ts';
import type { CallError } from '../../../api/call.ts';
import { act, queryClient, useAction, useRead } from '../../../api/hooks.ts';
import { useTexts } from '../../../messages/index.ts';
import { PATHS } from '../../../routing/paths.ts';
import { Allowed } from '../../../ui/controls/buttons.tsx';
import { EmptyState } from '../../../ui/feedback/status.tsx';
import { reasonOf } from '../../../ui/feedback/failure.ts';
import { LoadFailureDialog, LoadFailureState } from '../../../ui/feedback/LoadFailure.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { Card, PageHeader, Screen } from '../../../ui/layout/page.tsx';
import { Pager, useShownPage } from '../../../ui/lists/paging/paging.tsx';
import { useAddressState } from '../../../ui/lists/paging/useAddressState.ts';
import { SearchBox } from '../../../ui/lists/SearchBox.tsx';
import { RemindersTabs } from '../RemindersTabs.tsx';
import classes from '../reminders.module.css';
import { SentTable } from './SentTable.tsx';
import { PrintedFilters } from '../../../ui/lists/filters/filters.tsx';
import { MAIL_STATES, type MailState } from '../../../../core/mail/delivery.ts';
import type { AddressFormat } from '../../../routing/address.ts';
import { readChoice, readPage, readSearch, withQuery } from '../../../ui/lists/paging/list-state.ts';

const READ_AGAIN_MS = 5000;

const readAgain = (): Promise<void> => queryClient.invalidateQueries({ queryKey: [listMails.id] });

export function SentScreen(): JSX.Element {
  const { t } = useTexts();
  const [place, change] = useAddressState(SENT_FORMAT);
  const narrow = (filter: Partial<Place>, how?: 'typing'): void =>
    change((now) => ({ ...now, ...filter, page: 1 }), how ?? 'replace');
  const setPage = useCallback((page: number) => change((now) => ({ ...now, page })), [change]);
  const { search, state, page } = place;
  const query = { search: search.trim(), state, page };
  const { list, pages, stale, failure } = useShownPage(
    { page, setPage },
    useRead(listMails, { query }, { refetchInterval: READ_AGAIN_MS }),
  );
  const top = useRef<HTMLDivElement>(null);
  const again = useAction<Mail, CallError, Mail>({
    mutationFn: ({ id }) => act(sendMailAgain, { params: { mailId: id } }),
    onSuccess: ({ address, id }) => toast.success(t('reminders.sent.again', { address }), { id: `mail ${id}` }),
    onError: (error, { id }) =>
      toast.error(t('reminders.sent.notAgain', { reason: reasonOf(error, t) }), { id: `mail ${id}` }),
    onSettled: readAgain,
  });
  const testing = useAction<Mail, CallError>({
    mutationFn: () => act(sendTestMail, {}),
    onSuccess: ({ address }) => toast.success(t('reminders.sent.tested', { address }), { id: 'test-mail' }),
    onError: (error) => toast.error(t('reminders.sent.notTested', { reason: reasonOf(error, t) }), { id: 'test-mail' }),
    onSettled: readAgain,
  });
  const isFiltered = search.trim() !== '' || state !== 'all';

  return (
    <Screen>
      <div>
        <PageHeader
          title={t('reminders.title')}
          part={t('reminders.tabs.sent')}
          subtitle={t('reminders.sent.subtitle')}
          actions={
            list?.configured === true && (
              <Allowed to={sendTestMail}>
                <Button variant="default" loading={testing.isPending} onClick={() => testing.mutate()}>
                  {t('reminders.sent.test')}
                </Button>
              </Allowed>
            )
          }
        />
        <RemindersTabs path={PATHS.sent} />
      </div>
      {list?.configured === false && (
        <Card component="section" aria-label={t('reminders.sent.none.title')} className={classes['panel'] ?? ''}>
          <EmptyState
            icon={<IconMailOff />}
            title={t('reminders.sent.none.title')}
            text={t('reminders.sent.none.text')}
          />
        </Card>
      )}
      {(list?.configured !== false || list.totalItems > 0 || isFiltered) && (
        <Card component="section" aria-label={t('reminders.sent.list')} ref={top} className={classes['panel'] ?? ''}>
          <div
            className={`${classes['tools']} ${classes['sentTools']}`}
            role="search"
            aria-label={t('reminders.sent.filter')}
          >
            <PrintedFilters />
            <SearchBox
              className={classes['search'] ?? ''}
              label={t('reminders.sent.search')}
              placeholder={t('reminders.sent.searchHint')}
              value={search}
              onChange={(typed) => narrow({ search: typed }, 'typing')}
            />
            <NativeSelect
              aria-label={t('reminders.sent.column.state')}
              value={state}
              data={STATES.map((value) => ({ value, label: t(`reminders.sent.state.${value}`) }))}
              onChange={({ currentTarget: { value } }) =>
                narrow({ state: STATES.find((one) => one === value) ?? 'all' })
              }
            />
          </div>
          <SentTable
            list={list}
            stale={stale}
            failed={
              failure.nothing ? <LoadFailureState failure={failure} message={t('reminders.sent.failed')} /> : undefined
            }
            empty={
              isFiltered ? (
                <EmptyState
                  icon={<IconSearchOff />}
                  title={t('reminders.sent.noMatch')}
                  action={
                    <Button variant="default" onClick={() => narrow({ search: '', state: 'all' })}>
                      {t('common.filters.clear')}
                    </Button>
                  }
                />
              ) : (
                <EmptyState
                  icon={<IconMail />}
                  title={t('reminders.sent.empty')}
                  text={t('reminders.sent.emptyText')}
                />
              )
            }
            sending={again.isPending ? again.variables.id : null}
            onAgain={(mail) => again.mutate(mail)}
          />
          <div className={classes['foot']}>
            <p role="status" className={classes['count']}>
              {list === undefined ? '' : t('reminders.sent.count', { count: list.totalItems })}
            </p>
            <Pager page={page} pages={pages} onChange={setPage} top={top} label={t('reminders.sent.pages')} />
          </div>
        </Card>
      )}
      <LoadFailureDialog failure={failure} message={t('reminders.sent.failed')} />
    </Screen>
  );
}

// The address of the messages sent: `/reminders/sent?search=khan&state=unknown&page=2`.

const STATES = ['all', ...MAIL_STATES] as const;

interface Place {
  search: string;
  state: MailState | 'all';
  /** from 1 */
  page: number;
}

const SENT_FORMAT: AddressFormat<Place> = {
  owns: (path) => path === PATHS.sent,
  read: ({ search: query }) => ({
    search: readSearch(query),
    state: readChoice(query, 'state', STATES),
    page: readPage(query),
  }),
  write: ({ search, state, page }) =>
    withQuery(PATHS.sent, [
      ['search', search, ''],
      ['state', state, STATES[0]],
      ['page', String(page), '1'],
    ]),
};
