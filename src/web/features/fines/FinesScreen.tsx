// The Fines screen (LIST-1): totals, recent fines of all users or of one, and what can be done with them.
import { ActionIcon, Button, Group, Progress } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconFileUpload, IconPlus } from '@tabler/icons-react';
import { type ReactNode, useRef, type RefObject, useEffect } from 'react';
import { importFines } from '../../../contract/fines/imports.ts';
import { useTexts } from '../../messages/index.ts';
import { KeyHint } from '../../ui/keys/KeyHint.tsx';
import { PATHS, PENDING_FINES, statementPath } from '../../routing/paths.ts';
import { Allowed, LinkButton } from '../../ui/controls/buttons.tsx';
import { BELOW_TABLET } from '../../ui/layout/media.ts';
import { PageHeader, Screen, Card } from '../../ui/layout/page.tsx';
import { FinesPanel, useFinesPanel } from './panel/FinesPanel.tsx';
import classes from './fines.module.css';
import { useFinesView } from './fines-list.ts';
import { Hint } from '../../ui/controls/hint/Hint.tsx';
import type { Totals } from '../../../contract/shapes.ts';
import { pendingShare } from '../../../core/money/totals.ts';
import { CollectButton, GiveBackButton } from '../../ui/money/MoneyButtons.tsx';
import { FigureCards } from '../../ui/layout/FigureCards.tsx';
import { Money, moneyText } from '../../ui/money/money.tsx';
import type { FinesList } from './list-changes.ts';
import { Person } from './Person.tsx';

export default function FinesScreen(): ReactNode {
  const { t } = useTexts();
  const addButton = useRef<HTMLButtonElement>(null);
  const panel = useFinesPanel(useFinesView());
  const { list, adding, chosen } = panel;
  const isPhone = useMediaQuery(BELOW_TABLET, undefined, { getInitialValueInEffect: false });
  const ofUser = panel.view.userId !== undefined;
  const cards = <FinesCards totals={list.totals} failed={list.error !== null} small={ofUser} />;
  // On a phone that person's fines begin on the first screen.
  const below = isPhone && ofUser;
  return (
    <Screen floating>
      <PageHeader
        title={t('fines.title')}
        subtitle={t(adding === null ? 'fines.subtitleToRead' : 'fines.subtitle')}
        actions={
          adding !== null && (
            <>
              {!below && (
                <Allowed to={importFines}>
                  <LinkButton
                    to={PATHS.importFines}
                    needsServer
                    variant="default"
                    leftSection={<IconFileUpload size={18} aria-hidden />}
                  >
                    {t('common.importCsv')}
                  </LinkButton>
                </Allowed>
              )}
              {/* On a phone the bar at the bottom has it. */}
              {!isPhone && (
                <KeyHint of="addFine">
                  <Button ref={addButton} leftSection={<IconPlus size={18} aria-hidden />} onClick={adding.open}>
                    {t('fines.addNew')}
                  </Button>
                </KeyHint>
              )}
            </>
          )
        }
      />
      {list.user !== undefined && <UserFigures user={list.user} isPhone={isPhone} />}
      {!below && cards}
      <FinesPanel panel={panel} />
      {below && cards}
      {/* While fines are ticked, the bar takes its place. */}
      {adding !== null && !isPhone && chosen.length === 0 && <FloatingAdd head={addButton} onClick={adding.open} />}
    </Screen>
  );
}

// The floating + of the Fines screen: shown while the button in the head is out of view and it covers no control.

const PRESSED = 'a, button, input, select, textarea, label';

const inSight = ({ top, bottom, height }: DOMRect): boolean => height > 0 && bottom > 0 && top < innerHeight;

/** Parts of the button's width: closer together than any control is wide. */
const POINTS = [0.02, 0.25, 0.5, 0.75, 0.98];

/** Whether the button would cover a control. */
function covers(button: HTMLElement): boolean {
  const { left, top, width, height } = button.getBoundingClientRect();
  const under = POINTS.flatMap((x) =>
    POINTS.flatMap((y) => document.elementsFromPoint(left + x * width, top + y * height)),
  );
  return under.some((one) => {
    const pressed = one.closest(PRESSED);
    return pressed !== null && pressed !== button;
  });
}

interface FloatingAddProps {
  /** the button in the head */
  head: RefObject<HTMLButtonElement | null>;
  onClick: () => void;
}

function FloatingAdd({ head, onClick }: FloatingAddProps): ReactNode {
  const { t } = useTexts();
  const button = useRef<HTMLButtonElement>(null);
  useAway(head, button);
  return (
    <Hint label={t('fines.addNew')} position="left">
      <ActionIcon
        ref={button}
        className={classes['floating'] ?? ''}
        // After the first render useAway sets it.
        data-away
        size={56}
        radius="xl"
        variant="filled"
        aria-label={t('fines.addNew')}
        onClick={onClick}
      >
        <IconPlus size={26} aria-hidden />
      </ActionIcon>
    </Hint>
  );
}

/** Set in the DOM at once while scrolling: rendering would be a frame or two late. */
function useAway(head: RefObject<HTMLElement | null>, button: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const screen = button.current?.closest('main');
    if (!screen) return undefined;
    let frame = 0;
    const look = (): void => {
      frame = 0;
      if (button.current === null || head.current === null) return;
      const isAway = inSight(head.current.getBoundingClientRect()) || covers(button.current);
      button.current.toggleAttribute('data-away', isAway);
    };
    const soon = (): void => {
      if (frame === 0) frame = requestAnimationFrame(look);
    };
    soon();
    // The list also scrolls in its own frame.
    document.addEventListener('scroll', soon, { passive: true, capture: true });
    addEventListener('resize', soon);
    const growing = new ResizeObserver(soon);
    growing.observe(screen);
    const changing = new MutationObserver(soon);
    changing.observe(screen, { childList: true, subtree: true });
    return () => {
      cancelAnimationFrame(frame);
      document.removeEventListener('scroll', soon, { capture: true });
      removeEventListener('resize', soon);
      growing.disconnect();
      changing.disconnect();
    };
  }, [head, button]);
}

// The two cards above the table: all fines, and the pending ones. With one user's fines on the screen, that
// user's own two figures as well.

interface FinesCardsProps {
  /** undefined while they are loading, or after loading has `failed` */
  totals: Totals | undefined;
  failed: boolean;
  /** A person's own figures stand above them. */
  small: boolean;
}

function FinesCards({ totals, failed, small }: FinesCardsProps): ReactNode {
  const { t } = useTexts();
  const share =
    totals === undefined ? 0 : pendingShare({ total: totals.totalFinesAmount, pending: totals.pendingFinesAmount });
  const bar = (
    <Progress.Root size={8} className={classes['bar'] ?? ''}>
      <Progress.Section value={share} color="yellow.7" aria-label={t('fines.cards.pendingShareLabel')} />
    </Progress.Root>
  );
  return (
    <FigureCards
      label={t('fines.cards.label')}
      failed={failed}
      small={small}
      cards={[
        {
          key: 'total',
          leads: true,
          title: t('fines.cards.total'),
          figure: totals && moneyText(totals.totalFinesAmount, 'pkr'),
          note: totals && t('fines.cards.count', { count: totals.fineCount }),
        },
        {
          key: 'pending',
          leads: true,
          title: t('fines.cards.pending'),
          to: PENDING_FINES,
          figure: totals && moneyText(totals.pendingFinesAmount, 'pkr'),
          chart: bar,
          note: totals && t('fines.cards.pendingShare', { percent: share }),
        },
      ]}
    />
  );
}

function UserFigures(props: { user: NonNullable<FinesList['user']>; isPhone: boolean }): ReactNode {
  const { user, isPhone } = props;
  const { t } = useTexts();
  return (
    <Card component="section" aria-label={t('fines.cards.ofUser', { name: user.userName })}>
      <Group
        justify="space-between"
        gap={isPhone ? '4px 8px' : '4px 24px'}
        py={isPhone ? 8 : 16}
        px="var(--app-edge)"
        className={classes['ofUser'] ?? ''}
      >
        <Person id={user.id} userName={user.userName} />
        <dl className={classes['figures']}>
          <div>
            <dt>{t('fines.cards.userTotal')}</dt>
            <dd>
              <Money paisa={user.summary.totalFine} format="pkr" />
            </dd>
          </div>
          <div>
            <dt>{t('fines.cards.userPending')}</dt>
            <dd>
              <Money paisa={user.summary.pendingFine} format="pkr" />
            </dd>
          </div>
          {user.summary.credit > 0 && (
            <div>
              <dt>{t('common.fine.credit')}</dt>
              <dd>
                <Money paisa={user.summary.credit} format="pkr" />
              </dd>
            </div>
          )}
        </dl>
        <Group gap={8}>
          {!isPhone && (
            <LinkButton to={statementPath(user.id)} variant="default">
              {t('common.statement')}
            </LinkButton>
          )}
          {user.summary.pendingFine > 0 && (
            <CollectButton
              userId={user.id}
              variant="default"
              {...(isPhone && { leftSection: null, px: 12, fz: 'sm' })}
            />
          )}
          {user.summary.credit > 0 && <GiveBackButton userId={user.id} />}
        </Group>
      </Group>
    </Card>
  );
}
