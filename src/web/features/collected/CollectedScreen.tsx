// Collected fines (COLLECTED-1): what has been paid, as a whole and user by user.
import {
  IconPlus,
  IconReceiptOff,
  IconChevronDown,
  IconLogout,
  IconSettings,
  IconUserCircle,
} from '@tabler/icons-react';
import { type JSX, useRef, type FocusEvent, type KeyboardEvent, useId, useState } from 'react';
import { useTexts } from '../../messages/index.ts';
import { PATHS } from '../../routing/paths.ts';
import { TopBarFrame } from '../../shell/Frame.tsx';
import { FigureCards } from '../../ui/layout/FigureCards.tsx';
import { PageHeader, Screen } from '../../ui/layout/page.tsx';
import { LinkButton, Allowed } from '../../ui/controls/buttons.tsx';
import { isNothing, ListPanel } from '../../ui/lists/ListPanel.tsx';
import { SortButtons, useExport } from '../../ui/lists/list-tools.tsx';
import classes from './collected.module.css';
import { useCollected, type CollectedPage, CollectedTable, HEADS, SORTED_BY } from './CollectedTable.tsx';
import { addFines } from '../../../contract/fines/fines.ts';
import { Button, UnstyledButton } from '@mantine/core';
import { moneyText } from '../../ui/money/money.tsx';
import { exportSummaries } from '../../../contract/exports.ts';
import { EmptyState } from '../../ui/feedback/status.tsx';
import { useClickOutside } from '@mantine/hooks';
import { BrandLink, useLogout } from '../../shell/navigation/Sidebar.tsx';

export default function CollectedScreen(): JSX.Element {
  const { t } = useTexts();
  const { view, list, total, totals, pages, stale, failure, exportInput } = useCollected();
  const sorts = SORTED_BY.map((value) => ({ value, label: t(HEADS[value]) }));
  return (
    <TopBarFrame bar={<CollectedNavbar />} footer={<CollectedFooter />}>
      <Screen>
        <PageHeader
          title={t('collected.title')}
          actions={
            <>
              <LinkButton to={PATHS.dashboard} variant="default">
                {t('collected.back')}
              </LinkButton>
              <Allowed to={addFines}>
                <LinkButton to={PATHS.fines} leftSection={<IconPlus size={18} aria-hidden />}>
                  {t('collected.addFine')}
                </LinkButton>
              </Allowed>
            </>
          }
        />
        {!isNothing(view, total) && <CollectedCards totals={totals} failed={failure.nothing} />}
        <ListPanel
          label={t('collected.table.label')}
          view={view}
          filters={t('collected.search.label')}
          search={{
            label: t('collected.search.label'),
            placeholder: t('collected.search.placeholder'),
            value: view.search,
            onChange: view.setSearch,
          }}
          fields={<SortButtons options={sorts} sort={view.sort} order={view.order} onSort={view.sortBy} />}
          fieldsIfNarrow
          menu={[useExport(exportSummaries, exportInput)]}
          total={total}
          failure={failure}
          message={t('collected.failed')}
          empty={
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
          }
          noMatch={t('collected.empty.noMatch')}
          noMatchClear={t('collected.empty.clear')}
          sums={list && t('collected.count', { count: list.totalItems })}
          pages={{ label: t('collected.table.pages'), page: view.page, pages, onChange: view.setPage }}
        >
          {(instead) => <CollectedTable {...instead} users={list?.items} stale={stale} view={view} />}
        </ListPanel>
      </Screen>
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

// The amount collected, the total, and the collection rate.

interface CollectedCardsProps {
  /** undefined while they are loading, or after loading has `failed` */
  totals: CollectedPage['totals'] | undefined;
  failed: boolean;
}

function CollectedCards({ totals, failed }: CollectedCardsProps): JSX.Element {
  const { t } = useTexts();
  return (
    <FigureCards
      label={t('collected.total.title')}
      failed={failed}
      small
      cards={[
        {
          key: 'collected',
          title: t('collected.total.title'),
          to: PATHS.payments,
          figure: totals && moneyText(totals.collectedAmount, 'whole'),
        },
        {
          key: 'total',
          title: t('collected.total.totalFines'),
          to: PATHS.fines,
          figure: totals && moneyText(totals.totalFinesAmount, 'whole'),
        },
        {
          key: 'rate',
          title: t('collected.total.rate'),
          figure: totals && t('common.percent', { percent: totals.collectionRate }),
        },
      ]}
    />
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
