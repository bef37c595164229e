// Collected fines (COLLECTED-1): what has been paid, as a whole and user by user.
import {
  IconArrowLeft,
  IconPlus,
  IconReceiptOff,
  IconSearchOff,
  IconChevronDown,
  IconLogout,
  IconSettings,
  IconUserCircle,
} from '@tabler/icons-react';
import { type JSX, useRef, type FocusEvent, type KeyboardEvent, useId, useState } from 'react';
import { useTexts } from '../../messages/index.ts';
import { PATHS } from '../../routing/paths.ts';
import { TopBarFrame } from '../../shell/Frame.tsx';
import { Card, PageHeader, Screen } from '../../ui/layout/page.tsx';
import { LinkButton, Allowed, TextLink } from '../../ui/controls/buttons.tsx';
import { LoadFailureDialog, LoadFailureState } from '../../ui/feedback/LoadFailure.tsx';
import { SkeletonTable, ExportButton, ListTools } from '../../ui/lists/list-tools.tsx';
import classes from './collected.module.css';
import { useCollected, type CollectedPage, type Collected, CollectedTable } from './CollectedTable.tsx';
import { addFines } from '../../../contract/fines/fines.ts';
import { Box, Button, Progress, Skeleton, UnstyledButton } from '@mantine/core';
import { Money } from '../../ui/money/money.tsx';
import { NO_FIGURE } from '../../ui/money/money-text.ts';
import { exportSummaries } from '../../../contract/exports.ts';
import { EmptyState } from '../../ui/feedback/status.tsx';
import { Pager } from '../../ui/lists/paging/paging.tsx';
import { useClickOutside } from '@mantine/hooks';
import { BrandLink, useLogout } from '../../shell/navigation/Sidebar.tsx';

export default function CollectedScreen(): JSX.Element {
  const { t } = useTexts();
  const collected = useCollected();
  const { list, failure } = collected;

  const content = (): JSX.Element => {
    if (list !== undefined) return <CollectedList collected={collected} list={list} />;
    return (
      <Card>
        {failure.nothing ? (
          <LoadFailureState failure={failure} message={t('collected.failed')} />
        ) : (
          <SkeletonTable rows={8} columns={6} />
        )}
      </Card>
    );
  };

  return (
    <TopBarFrame bar={<CollectedNavbar />} footer={<CollectedFooter />}>
      <Screen>
        <PageHeader
          title={t('collected.title')}
          subtitle={t('collected.subtitle')}
          actions={
            <>
              <Allowed to={addFines}>
                <LinkButton to={PATHS.fines} leftSection={<IconPlus size={18} aria-hidden />}>
                  {t('collected.addFine')}
                </LinkButton>
              </Allowed>
              <LinkButton
                to={PATHS.dashboard}
                variant="default"
                leftSection={<IconArrowLeft size={18} aria-hidden className={classes['turning'] ?? ''} />}
              >
                {t('collected.back')}
              </LinkButton>
            </>
          }
        />
        <TotalCard totals={collected.totals} failed={failure.nothing} />
        {content()}
      </Screen>
      <LoadFailureDialog failure={failure} message={t('collected.failed')} />
    </TopBarFrame>
  );
}

// The footer: links without behaviour (COLLECTED-7). They have no target yet, so they are marked as disabled and left
// out of the tab order.

function CollectedFooter(): JSX.Element {
  const { t } = useTexts();
  return (
    <footer className={classes['footer']}>
      {(['help', 'privacy', 'terms'] as const).map((link) => (
        <span key={link} role="link" aria-disabled="true" className={classes['footerLink']}>
          {t(`collected.footer.${link}`)}
        </span>
      ))}
    </footer>
  );
}

// The card with the amount collected, the total, and the collection rate.

interface TotalCardProps {
  /** undefined while they are loading, or after loading has `failed` */
  totals: CollectedPage['totals'] | undefined;
  failed: boolean;
}

function TotalCard({ totals, failed }: TotalCardProps): JSX.Element {
  const { t } = useTexts();
  const missing = (height: number, width: number) => (failed ? NO_FIGURE : <Skeleton height={height} width={width} />);
  return (
    <Card component="section" aria-labelledby="total-collected" className={classes['total'] ?? ''}>
      <Box flex="1 1 min(280px, 100%)" miw={0}>
        <Box component="h2" id="total-collected" c="dimmed" fz="sm" fw={600}>
          <TextLink to={PATHS.payments} inText>
            {t('collected.total.title')}
          </TextLink>
        </Box>
        <div className={classes['totalFigure']}>
          {totals === undefined ? missing(34, 200) : <Money paisa={totals.collectedAmount} format="whole" fitted />}
        </div>
        <Progress.Root size={8}>
          <Progress.Section
            value={totals?.collectionRate ?? 0}
            color="green.8"
            aria-label={t('collected.total.share')}
          />
        </Progress.Root>
      </Box>
      <dl className={classes['totalFacts']}>
        <div>
          <dt>
            <TextLink to={PATHS.fines} inText>
              {t('collected.total.totalFines')}
            </TextLink>
          </dt>
          <dd>{totals === undefined ? missing(18, 110) : <Money paisa={totals.totalFinesAmount} format="whole" />}</dd>
        </div>
        <div>
          <dt>{t('collected.total.rate')}</dt>
          <dd>{totals === undefined ? missing(18, 60) : t('common.percent', { percent: totals.collectionRate })}</dd>
        </div>
      </dl>
    </Card>
  );
}

// The users with what they paid: search, a table that can be sorted, and the pager.

function CollectedList({ collected, list }: { collected: Collected; list: CollectedPage }): JSX.Element {
  const { t } = useTexts();
  const { view, pages, stale } = collected;
  const top = useRef<HTMLDivElement>(null);

  const empty =
    view.search.trim() === '' ? (
      <EmptyState
        icon={<IconReceiptOff />}
        title={t('collected.empty.none')}
        action={
          <Allowed to={addFines}>
            <LinkButton to={`${PATHS.fines}?add=true`} variant="default">
              {t('collected.empty.first')}
            </LinkButton>
          </Allowed>
        }
      />
    ) : (
      <EmptyState
        icon={<IconSearchOff />}
        title={t('collected.empty.noMatch')}
        action={
          <Button variant="default" onClick={() => view.setSearch('')}>
            {t('collected.empty.clear')}
          </Button>
        }
      />
    );
  return (
    <>
      <ListTools
        ref={top}
        search={{
          label: t('collected.search.label'),
          placeholder: t('collected.search.placeholder'),
          value: view.search,
          onChange: view.setSearch,
        }}
        download={<ExportButton of={exportSummaries} input={collected.exportInput} />}
        count={t('collected.count', { count: list.totalItems })}
      />
      <Card>
        <CollectedTable users={list.items} stale={stale} empty={empty} view={view} />
      </Card>
      <Pager page={view.page} pages={pages} onChange={view.setPage} top={top} label={t('collected.table.pages')} />
    </>
  );
}

// The navbar of the collected-fines screen: the brand links to the dashboard, the menu to profile, settings and logout.

function CollectedNavbar(): JSX.Element {
  return (
    <>
      <BrandLink />
      <AccountMenu />
    </>
  );
}

/** A disclosure button with a list of links; deliberately not `role="menu"`. */
function AccountMenu(): JSX.Element {
  const { t } = useTexts();
  const { logout, busy } = useLogout();
  const [opened, setOpened] = useState(false);
  const frame = useClickOutside<HTMLDivElement>(() => setOpened(false));
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();

  const closeOnEscape = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !opened) return;
    setOpened(false);
    button.current?.focus();
  };
  const closeOnLeaving = (event: FocusEvent<HTMLDivElement>): void => {
    // Null in browsers that do not focus a link on click; the menu must stay open for that click.
    if (event.relatedTarget !== null && !event.currentTarget.contains(event.relatedTarget)) setOpened(false);
  };

  return (
    <div ref={frame} className={classes['menu']} onKeyDown={closeOnEscape} onBlur={closeOnLeaving}>
      <Button
        ref={button}
        variant="default"
        loading={busy}
        aria-expanded={opened}
        {...(opened ? { 'aria-controls': id } : {})}
        leftSection={<IconUserCircle size={20} stroke={1.7} aria-hidden />}
        rightSection={
          <IconChevronDown
            size={16}
            aria-hidden
            className={classes['chevron'] ?? ''}
            data-opened={opened || undefined}
          />
        }
        onClick={() => setOpened((open) => !open)}
      >
        <span className={classes['menuWord']}>{t('collected.menu.label')}</span>
      </Button>
      {opened ? (
        <nav id={id} aria-label={t('collected.menu.label')} className={classes['menuPanel']}>
          <ul>
            <li>
              <a href={`#${PATHS.profile}`} className={classes['menuItem']}>
                <IconUserCircle size={20} stroke={1.7} aria-hidden />
                {t('collected.menu.profile')}
              </a>
            </li>
            <li>
              <a href={`#${PATHS.settingsAlias}`} className={classes['menuItem']}>
                <IconSettings size={20} stroke={1.7} aria-hidden />
                {t('collected.menu.settings')}
              </a>
            </li>
            <li>
              <UnstyledButton
                className={classes['menuItem'] ?? ''}
                onClick={() => {
                  setOpened(false);
                  button.current?.focus();
                  logout();
                }}
              >
                <IconLogout size={20} stroke={1.7} aria-hidden />
                {t('collected.menu.logout')}
              </UnstyledButton>
            </li>
          </ul>
        </nav>
      ) : null}
    </div>
  );
}
