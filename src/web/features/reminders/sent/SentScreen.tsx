// What members were told by e-mail and on their devices, and what happened to each message (MAIL-9). It changes without
// entries in the history, so it is polled while somebody looks at it.
import { Button } from '@mantine/core';
import { IconMail, IconMailOff } from '@tabler/icons-react';
import type { JSX } from 'react';
import { listMails, type Mail, sendMailAgain, sendTestMail } from '../../../../contract/mail/mails.ts';
import type { CallError } from '../../../api/call.ts';
import { act, queryClient, useAction, useRead } from '../../../api/hooks.ts';
import { useTexts } from '../../../messages/index.ts';
import { PATHS } from '../../../routing/paths.ts';
import { Allowed } from '../../../ui/controls/buttons.tsx';
import { EmptyState } from '../../../ui/feedback/status.tsx';
import { reasonOf } from '../../../ui/feedback/failure.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { Card, PageHeader, Screen } from '../../../ui/layout/page.tsx';
import { useShownPage } from '../../../ui/lists/paging/paging.tsx';
import { useListView } from '../../../ui/lists/paging/useAddressState.ts';
import { RemindersTabs } from '../RemindersTabs.tsx';
import { SentTable } from './SentTable.tsx';
import { ChoiceFilter } from '../../../ui/lists/filters/ChoiceFilter.tsx';
import { ListPanel } from '../../../ui/lists/ListPanel.tsx';
import { MAIL_STATES } from '../../../../core/mail/delivery.ts';
import { at, oneOf, PAGE, SEARCH, stateFormat } from '../../../ui/lists/paging/list-state.ts';

const READ_AGAIN_MS = 5000;

const readAgain = (): Promise<void> => queryClient.invalidateQueries({ queryKey: [listMails.id] });

export function SentScreen(): JSX.Element {
  const { t } = useTexts();
  const view = useListView(SENT_FORMAT);
  const { list, total, pages, stale, failure } = useShownPage(
    view,
    useRead(listMails, { query: { ...SENT_FORMAT.asked(view), page: view.page } }, { refetchInterval: READ_AGAIN_MS }),
  );
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
        <Card component="section" aria-label={t('reminders.sent.none.title')}>
          <EmptyState
            icon={<IconMailOff />}
            title={t('reminders.sent.none.title')}
            text={t('reminders.sent.none.text')}
          />
        </Card>
      )}
      {(list?.configured !== false || list.totalItems > 0 || view.isFiltered) && (
        <ListPanel
          label={t('reminders.sent.list')}
          view={view}
          filters={t('reminders.sent.filter')}
          search={{
            label: t('reminders.sent.search'),
            placeholder: t('reminders.sent.searchHint'),
            value: view.search,
            onChange: (search) => view.filter({ search }),
          }}
          fields={
            <ChoiceFilter
              label={t('reminders.sent.column.state')}
              choices={SENT_FORMAT.filters.state.choices}
              value={view.state}
              textOf={(state) => t(`reminders.sent.state.${state}`)}
              onChange={(state) => view.filter({ state })}
            />
          }
          total={total}
          failure={failure}
          message={t('reminders.sent.failed')}
          empty={
            <EmptyState icon={<IconMail />} title={t('reminders.sent.empty')} text={t('reminders.sent.emptyText')} />
          }
          noMatch={t('reminders.sent.noMatch')}
          sums={list && t('reminders.sent.count', { count: list.totalItems })}
          pages={{ label: t('reminders.sent.pages'), page: view.page, pages, onChange: view.showPage }}
        >
          {(instead) => (
            <SentTable
              {...instead}
              list={list}
              stale={stale}
              sending={again.isPending ? again.variables.id : null}
              onAgain={(mail) => again.mutate(mail)}
            />
          )}
        </ListPanel>
      )}
    </Screen>
  );
}

// The address of the messages sent: `/reminders/sent?search=khan&state=unknown&page=2`.

const SENT_FORMAT = stateFormat({
  path: at(PATHS.sent),
  filters: { search: SEARCH, state: oneOf(['all', ...MAIL_STATES]) },
  others: { page: PAGE },
});
