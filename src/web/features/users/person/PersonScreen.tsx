// A person (PERSON-1): who they are, how to reach them, what they owe, everything that was done about them, and the
// actions. Kept up to date while it is open.
import { Alert, Box, Group, Skeleton, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconChevronDown, IconUserOff } from '@tabler/icons-react';
import { type JSX, Suspense, type ReactNode, useEffect } from 'react';
import { readUser } from '../../../../contract/users.ts';
import { emailKey } from '../../../../core/people/email.ts';
import { ApiError } from '../../../api/call.ts';
import { useRead } from '../../../api/hooks.ts';
import { useSession } from '../../../api/session.ts';
import { recordedText, dayText, dayTextOf } from '../../../messages/formats.ts';
import { useTexts } from '../../../messages/index.ts';
import { replaceAddress, usePath } from '../../../routing/location.ts';
import { PATHS, personPath, tabParameter, userOfPerson } from '../../../routing/paths.ts';
import { LinkButton } from '../../../ui/controls/buttons.tsx';
import { EmptyState, StatusBadge } from '../../../ui/feedback/status.tsx';
import { LoadFailureState, useLoadFailure } from '../../../ui/feedback/LoadFailure.tsx';
import { Card, PageHeader, useScreenTitle } from '../../../ui/layout/page.tsx';
import { BELOW_TABLET } from '../../../ui/layout/media.ts';
import { LinkTabs } from '../../../ui/layout/LinkTabs.tsx';
import { withQuery } from '../../../ui/lists/paging/list-state.ts';
import { SkeletonTable } from '../../../ui/lists/list-tools.tsx';
import { type Person, type TabsOfAreas, usePersonTabs } from './person-tabs.ts';
import { ActionBar, ActionDialogs, ActionList } from './PersonActions.tsx';
import classes from './person.module.css';
import { UserAccess, UserSignIns } from './UserSignIns.tsx';
import { usePersonActions } from './usePersonActions.tsx';
import { useGroupName } from '../../../ui/people/groups.ts';
import { Avatar } from '../../../ui/people/people.tsx';
import { Money } from '../../../ui/money/money.tsx';
import { overdueText } from '../../../ui/money/money-text.ts';
import { isNameless } from '../user-list.ts';
import { Detail, SignInState } from '../UserParts.tsx';

export default function PersonScreen({ areas }: { areas: TabsOfAreas }): JSX.Element {
  const { t } = useTexts();
  const userId = userOfPerson(usePath()) ?? '';
  const query = useRead(readUser, { params: { userId } }, { keepPrevious: false });
  // The id of a record that was joined with another leads to that one (JOIN-5). An answer from before it was undone does
  // not.
  const remains = query.isFetching ? userId : (query.data?.user.id ?? userId);
  useEffect(() => {
    if (remains !== userId) replaceAddress(personPath(remains));
  }, [remains, userId]);
  const failure = useLoadFailure(query);
  const gone = query.error instanceof ApiError && query.error.code === 'user-not-found';
  if (gone || (query.data === undefined && failure.nothing)) {
    return (
      <>
        <PageHeader title={t('users.person.title')} />
        <Card>
          {gone ? (
            <EmptyState
              icon={<IconUserOff />}
              title={t('users.person.gone')}
              action={
                <LinkButton to={PATHS.users} variant="default">
                  {t('users.person.toUsers')}
                </LinkButton>
              }
            />
          ) : (
            <LoadFailureState failure={failure} message={t('users.person.failed')} />
          )}
        </Card>
      </>
    );
  }
  return query.data === undefined ? <Loading /> : <Shown key={userId} person={query.data} areas={areas} />;
}

function Loading(): JSX.Element {
  const { t } = useTexts();
  useScreenTitle(t('users.person.title'));
  return (
    <Stack gap={16} role="status" aria-label={t('common.loading')}>
      <Card className={classes['about'] ?? ''}>
        <Skeleton height={56} width="60%" />
        <Skeleton height={90} />
        <Skeleton height={90} />
      </Card>
      <Skeleton height={44} />
      <Skeleton height={360} />
    </Stack>
  );
}

function Shown({ person, areas }: { person: Person; areas: TabsOfAreas }): JSX.Element {
  const { t } = useTexts();
  const { user, deleted } = person;
  const { tabs, current } = usePersonTabs(!deleted && user.userEmail !== null);
  const isPhone = useMediaQuery(BELOW_TABLET, undefined, { getInitialValueInEffect: false });
  const doing = usePersonActions(person);
  const label = t('users.person.actions', { name: user.userName });
  const actions = { label, actions: doing.actions, rare: doing.rare };
  useScreenTitle(recordedText(user.userName));
  return (
    <div className={classes['place']}>
      <Card component="section" aria-label={t('users.person.about')} className={classes['about'] ?? ''}>
        <PersonHead person={person} isPhone={isPhone} />
        {deleted && (
          <Alert color="yellow" role="status" className={classes['deleted'] ?? ''}>
            {t('users.person.deleted')}
          </Alert>
        )}
        <PersonMoney person={person} whole={!isPhone} />
        {isPhone ? (
          // The list below begins on the first screen.
          <details>
            <summary className={classes['more']}>
              <VisuallyHidden>{t('users.person.contact')}</VisuallyHidden>
              <IconChevronDown size={18} aria-hidden />
            </summary>
            <Stack gap={12}>
              <Since person={person} />
              <PersonFigures person={person} />
              <PersonFacts person={person} />
            </Stack>
          </details>
        ) : (
          <PersonFacts person={person} />
        )}
      </Card>
      <ActionList {...actions} />
      <div className={classes['parts']}>
        <LinkTabs
          label={t('users.person.tabs.label')}
          replacing
          tabs={tabs.map((tab) => ({
            to: withQuery(personPath(user.id), tabParameter(tab)),
            text: t(`users.person.tabs.${tab}`),
            current: tab === current,
          }))}
        />
        <h2 data-paper-only>{t(`users.person.tabs.${current}`)}</h2>
        <Suspense fallback={<SkeletonTable rows={6} columns={3} />}>
          {current === 'access' ? <Access person={person} /> : <Part key={current} of={areas[current]} />}
        </Suspense>
      </div>
      <ActionBar {...actions} />
      <ActionDialogs doing={doing} person={person} />
    </div>
  );
}

const Part = ({ of: Area }: { of: TabsOfAreas[keyof TabsOfAreas] }): JSX.Element => <Area />;

/** For the administrator: what the person may do, and how they sign in. */
function Access({ person: { user } }: { person: Person }): JSX.Element {
  const { principal } = useSession();
  // The administrator's own account shows its sign-ins itself.
  const isOwn = emailKey(user.userEmail ?? '') === emailKey(principal?.email ?? '');
  return (
    <Card>
      <Stack gap={24} p="var(--app-edge)" className={classes['access'] ?? ''}>
        <UserAccess key={user.access} user={user} />
        {!isOwn && <UserSignIns user={user} />}
      </Stack>
    </Card>
  );
}

// Who a person is, what they owe, and how to reach them.

interface PersonProps {
  person: Person;
}

function PersonHead({ person: { user, deleted }, isPhone }: PersonProps & { isPhone: boolean }): JSX.Element {
  return (
    <Group component="header" gap={12} wrap="nowrap">
      <Avatar name={isNameless(user) ? '' : user.userName} size={isPhone ? 40 : 52} />
      <Box flex={1} miw={0}>
        <Title order={1} className={classes['name'] ?? ''}>
          <bdi>{recordedText(user.userName)}</bdi>
        </Title>
        {!deleted && (
          <Group gap="4px 8px" mt={isPhone ? 0 : 4} c="dimmed" fz="sm">
            <Detail user={user} field="role" />
            <StatusBadge status={user.status} />
          </Group>
        )}
      </Box>
    </Group>
  );
}

/** What the person owes in one line or, as a `whole`, since when, and their other figures. */
function PersonMoney({ person, whole }: PersonProps & { whole: boolean }): JSX.Element {
  const { t } = useTexts();
  const { summary, overdue } = person;
  return (
    <section aria-label={t('users.person.totals')}>
      <Group align="start" gap="12px 32px">
        <div className={classes['owes']} data-owes={summary.pendingFine > 0 || undefined}>
          <h2>{t('users.person.owes')}</h2>
          <p className={classes['sum']}>
            <Money paisa={summary.pendingFine} format="rs" />
          </p>
          {whole && <Since person={person} />}
          {overdue > 0 && (
            <Text fz="sm" c="var(--app-bad-text)" fw={600}>
              {overdueText(t, overdue, summary.pendingFine, 'rs')}
            </Text>
          )}
        </div>
        {whole && <PersonFigures person={person} />}
      </Group>
    </section>
  );
}

/** Since when the person owes and, as long as nothing is overdue, when the next fine is due. */
function Since({ person: { summary, unpaidSince, openCount, overdue, earliestDue } }: PersonProps): JSX.Element {
  const { t } = useTexts();
  return (
    <Box c="dimmed" fz="sm">
      <p>
        {unpaidSince === null
          ? t(summary.fineCount === 0 ? 'users.person.noFines' : 'users.person.allPaid')
          : t('users.person.since', { count: openCount, day: dayText(unpaidSince) })}
      </p>
      {overdue === 0 && earliestDue !== null && <p>{t('users.person.due', { day: dayText(earliestDue) })}</p>}
    </Box>
  );
}

function PersonFigures({ person: { summary } }: PersonProps): JSX.Element {
  const { t } = useTexts();
  return (
    <Group component="dl" gap="8px 24px" className={classes['figures'] ?? ''}>
      <Figure label={t('users.person.total')} paisa={summary.totalFine} />
      <Figure label={t('users.person.paid')} paisa={summary.paidAmount} />
      {summary.credit > 0 && <Figure label={t('common.fine.credit')} paisa={summary.credit} />}
    </Group>
  );
}

function Figure({ label, paisa }: { label: string; paisa: number }): JSX.Element {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <Money paisa={paisa} format="rs" />
      </dd>
    </div>
  );
}

function PersonFacts({ person: { user, deleted } }: PersonProps): JSX.Element {
  const { t } = useTexts();
  const groupOf = useGroupName();
  const { timeZone } = useSession().organisation;
  return (
    <dl className={classes['facts']}>
      {!deleted && (
        <>
          <Fact label={t('common.user.phone')}>
            <Reached by={user.number === null ? null : `tel:+${user.number}`}>
              <Detail user={user} field="phone" />
            </Reached>
          </Fact>
          {user.groupId !== null && (
            <Fact label={t('common.user.group')}>
              <bdi>{groupOf(user.groupId)}</bdi>
            </Fact>
          )}
          <Fact label={t('users.columns.signIn')}>
            <SignInState user={user} />
          </Fact>
          <Fact label={t('common.user.userEmail')} whole>
            <Reached by={user.userEmail === null ? null : `mailto:${encodeURI(user.userEmail)}`}>
              <Detail user={user} field="email" />
            </Reached>
          </Fact>
        </>
      )}
      <Fact label={t('users.person.added')}>{dayTextOf(user.createdAt, timeZone)}</Fact>
      <Fact label={t('users.person.id')}>
        <bdi>{user.id}</bdi>
      </Fact>
    </dl>
  );
}

function Fact({ label, whole, children }: { label: string; whole?: true; children: ReactNode }): JSX.Element {
  return (
    <div data-whole={whole}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** `by`: an address that calls or writes to the person; null if there is none */
function Reached({ by, children }: { by: string | null; children: ReactNode }): JSX.Element {
  return by === null ? <>{children}</> : <a href={by}>{children}</a>;
}
