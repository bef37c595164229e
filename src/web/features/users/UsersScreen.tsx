// Users Management (/user): find, look up, add, change and delete the people who can be fined.
import { Button, Stack } from '@mantine/core';
import { IconPlus, IconUsers } from '@tabler/icons-react';
import { type JSX, Suspense, useEffect, useState } from 'react';
import { exportUsers } from '../../../contract/exports.ts';
import { importUsers } from '../../../contract/fines/imports.ts';
import { type User, addUser, deleteUser, listUsers, setGroup } from '../../../contract/users.ts';
import { createSignInLinks } from '../../../contract/sign-in/sign-in-links.ts';
import { useDeletion } from '../../api/deletion.ts';
import { withParameter } from '../../routing/address.ts';
import { goTo, replaceAddress, useAddress } from '../../routing/location.ts';
import { useTexts } from '../../messages/index.ts';
import { lazyPart } from '../../routing/lazy-screen.tsx';
import { PATHS } from '../../routing/paths.ts';
import { useBusy } from '../../ui/controls/buttons.tsx';
import { PageHeader, Screen } from '../../ui/layout/page.tsx';
import { EmptyState } from '../../ui/feedback/status.tsx';
import { useLoadFailure } from '../../ui/feedback/LoadFailure.tsx';
import { useExport } from '../../ui/lists/list-tools.tsx';
import { ListPanel } from '../../ui/lists/ListPanel.tsx';
import { useLastPage, useListFailure } from '../../ui/lists/paging/paging.tsx';
import { GroupFilter } from '../../ui/lists/filters/filters.tsx';
import { useGroups } from '../../ui/people/groups.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { useRecordDialog, useEver, useOpening } from '../../ui/dialogs/dialog-state.ts';
import { markNew, pageOfUser, useMarked } from './several/new-users.ts';
import type { Found } from './sign-in/SeveralLinksDialog.tsx';
import { type MadeLinks, useLinkByAddress } from './sign-in/sign-in-link.tsx';
import { UserDialogs } from './UserDialogs.tsx';
import type { UserAction } from './UserParts.tsx';
import { UserTable, useTicks } from './UserTable.tsx';
import { useUserFailure } from './useUserFailure.ts';
import { useMay } from '../../api/session.ts';
import { useRead } from '../../api/hooks.ts';
import { pageCount } from '../../ui/lists/paging/page-numbers.ts';
import { at, GROUP, PAGE, SEARCH, stateFormat } from '../../ui/lists/paging/list-state.ts';
import { useListView } from '../../ui/lists/paging/useAddressState.ts';
import { withoutUsers } from './user-list.ts';

// The page of users on screen: search, page, deletions under way, and what to say when reading fails.

/** Rows on a page: the server's default for this list. */
const USERS_PAGE_SIZE = 25;

const FORMAT = stateFormat({
  path: at(PATHS.users),
  filters: { search: SEARCH, group: GROUP },
  others: { page: PAGE },
});

/** `deleting`: the ids to leave out (api/deletion.ts). */
function useUserList(deleting: ReadonlySet<string>) {
  const { t } = useTexts();
  const view = useListView(FORMAT);
  const { page, setPage } = view;
  const [refreshing, during] = useBusy();
  const query = useRead(listUsers, { query: { ...FORMAT.asked(view), page, pageSize: USERS_PAGE_SIZE } });
  const list = query.data === undefined ? undefined : withoutUsers(query.data, deleting);
  const pages = list === undefined ? 1 : pageCount(list.totalItems, USERS_PAGE_SIZE);
  useLastPage(page, list === undefined || query.isPlaceholderData ? undefined : pages, setPage);

  useListFailure({ query, sentence: t('users.failed.load'), id: 'users-load' });

  return {
    ...view,
    pages,
    list,
    /** Rows of the previous page or search are still shown while the answer is on its way. */
    isStale: query.isPlaceholderData,
    failure: useLoadFailure(query),
    refreshing,
    refresh: () => during(() => query.refetch()),
  };
}

const NOTHING = (): void => {};

/** Fetched when the form for one user is opened, which leads to it, when it is asked for, or ahead of time. */
const severalUsers = lazyPart(() => import('./several/SeveralUsersDialog.tsx'));
const groupBar = lazyPart(() => import('./several/GroupBar.tsx'));
const severalLinks = lazyPart(() => import('./sign-in/SeveralLinksDialog.tsx'));
const signInCards = lazyPart(() => import('./sign-in/SignInCards.tsx'));

/** `/user?paper=cards` in the address; nothing else leads to the links, which are kept only here. */
const PAPER = 'paper';

export default function UsersScreen(): JSX.Element {
  const address = useAddress();
  const [made, setMade] = useState<MadeLinks | null>(null);
  const print = (links: MadeLinks): void => {
    setMade(links);
    goTo(withParameter(address, PAPER, 'cards'));
  };
  if (made === null || !address.search.has(PAPER)) return <UserListScreen onPrint={print} />;
  return (
    <Suspense fallback={null}>
      <signInCards.Screen made={made} back={withParameter(address, PAPER, null)} />
    </Suspense>
  );
}

function UserListScreen({ onPrint }: { onPrint: (made: MadeLinks) => void }): JSX.Element {
  const { t } = useTexts();
  const onFailed = useUserFailure();
  const dialog = useRecordDialog<User, UserAction>('users');
  const several = useRecordDialog<User, never>('users.several');
  const may = useMay();
  const mayAdd = may(addUser);
  useAddByAddress(mayAdd ? dialog.add : NOTHING, mayAdd ? several.add : NOTHING);
  const [links, setLinks] = useState<{ opened: boolean; found: Found }>({ opened: false, found: {} });
  const hasLinks = useEver(links.opened);
  const linksOpening = useOpening(links.opened);
  const openLinks = (found: Found): void => setLinks({ opened: true, found });
  useLinkByAddress(
    (user, pressed) => dialog.open(pressed && user.signIn === 'none' ? 'first-link' : 'link', user),
    () => openLinks({}),
  );
  const openSeveral = (): void => {
    dialog.close();
    several.add();
  };
  const deletion = useDeletion(deleteUser, {
    inputOf: (userId) => ({ params: { userId } }),
    onDeleted: () => {
      toast.success(t('users.done.delete'));
      view.setPage(1);
    },
    onFailed: (error) => onFailed('delete', error),
  });
  const view = useUserList(deletion.deleting);
  const { list } = view;
  useEffect(() => {
    if (dialog.opened) severalUsers.preload();
  }, [dialog.opened]);
  const marked = useMarked();
  const groups = useGroups();
  const ticks = useTicks(JSON.stringify([FORMAT.asked(view), view.page]), view.isStale ? undefined : list?.items);
  /** Marks the users who were added, and shows the page with the first of them. */
  const showNew = async (userIds: readonly string[]): Promise<void> => {
    markNew(userIds);
    if (view.isFiltered) view.clear();
    const page = await pageOfUser(userIds[0], USERS_PAGE_SIZE);
    view.setPage(page);
  };
  // Brought into view as soon as the row is there.
  const isThere = list?.items.some(({ id }) => marked.has(id)) ?? false;
  useEffect(() => {
    if (isThere) document.querySelector('tbody[data-state="new"]')?.scrollIntoView({ block: 'nearest' });
  }, [isThere, marked]);

  const empty = (
    <EmptyState
      icon={<IconUsers />}
      title={t('users.empty.none')}
      action={
        mayAdd && (
          <Stack gap={8} align="center">
            <Button variant="default" onClick={dialog.add}>
              {t('users.empty.first')}
            </Button>
            <Button variant="subtle" onClick={openSeveral}>
              {t('users.several.open')}
            </Button>
          </Stack>
        )
      }
    />
  );

  return (
    <Screen>
      <PageHeader
        title={t('users.title')}
        actions={
          mayAdd && (
            <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={dialog.add}>
              {t('users.add')}
            </Button>
          )
        }
      />
      <ListPanel
        label={t('users.list')}
        view={view}
        filters={t('users.search.label')}
        search={{
          label: t('users.search.label'),
          placeholder: t('users.search.placeholder'),
          value: view.search,
          onChange: (search) => view.filter({ search }),
        }}
        fields={
          groups.length > 0 || view.group !== '' ? (
            <GroupFilter group={view.group} onChange={(group) => view.filter({ group })} />
          ) : undefined
        }
        menu={[
          may(importUsers) && { label: t('common.importCsv'), to: PATHS.importUsers, needsServer: true },
          useExport(exportUsers, { query: FORMAT.asked(view) }),
          may(setGroup) && groups.length > 0 && { label: t('users.group.begin'), onClick: ticks.begin },
          may(createSignInLinks) && { label: t('users.links.open'), onClick: () => openLinks(FORMAT.asked(view)) },
          { label: t('users.refresh'), busy: view.refreshing, onClick: () => void view.refresh() },
        ]}
        total={view.isStale ? undefined : list?.totalItems}
        failure={view.failure}
        message={t('users.failed.load')}
        said
        empty={empty}
        noMatch={t('users.empty.noMatch')}
        noMatchClear={t('users.empty.clear')}
        sums={list && t('users.footer', { shown: list.items.length, total: list.totalUsers })}
        pages={{ label: t('users.pages'), page: view.page, pages: view.pages, onChange: view.setPage }}
      >
        {(instead) => (
          <UserTable
            {...instead}
            marked={marked}
            list={list}
            firstNumber={list === undefined ? 1 : (list.page - 1) * USERS_PAGE_SIZE + 1}
            stale={view.isStale}
            onAction={dialog.open}
            ticks={ticks.ticked}
          />
        )}
      </ListPanel>
      {ticks.ticked !== null && (
        <Suspense fallback={null}>
          <groupBar.Screen ticks={ticks.ticked} onClose={ticks.end} />
        </Suspense>
      )}
      <UserDialogs
        key={dialog.opening}
        dialog={dialog}
        adding={{ onAdded: ({ id }) => void showNew([id]), onSeveral: openSeveral }}
        onDelete={(user) => deletion.remove(user.id)}
      />
      {several.subject === null ? null : (
        <Suspense fallback={null}>
          <severalUsers.Screen
            key={several.opening}
            opened={several.opened}
            onClose={several.close}
            onAdded={(userIds) => void showNew(userIds)}
          />
        </Suspense>
      )}
      {hasLinks && (
        <Suspense fallback={null}>
          <severalLinks.Screen
            key={linksOpening}
            {...links}
            onClose={() => setLinks({ ...links, opened: false })}
            onPrint={onPrint}
          />
        </Suspense>
      )}
    </Screen>
  );
}

/**
 * `/user?add=true` opens the form, `/user?add=several` the one for a list. The address then returns to the list's, so
 * that a reload opens nothing.
 */
function useAddByAddress(addOne: () => void, addSeveral: () => void): void {
  const { path, search } = useAddress();
  const asked = path === PATHS.users ? search.get('add') : null;
  const add = asked === 'true' ? addOne : asked === 'several' ? addSeveral : null;
  useEffect(() => {
    if (add === null) return;
    add();
    replaceAddress(PATHS.users);
  }, [add]);
}
