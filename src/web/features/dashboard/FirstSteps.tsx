// What a new organisation does first. The records themselves tick off each step; the panel disappears with the first
// fine, or once all steps are done. This browser remembers if the panel was put away.
import { Button, Group, Title, VisuallyHidden } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import { type JSX, useEffect, useRef } from 'react';
import { addType, listTypes } from '../../../contract/fines/fine-types.ts';
import type { Operation } from '../../../contract/operation.ts';
import { readOrganisation, updateOrganisation } from '../../../contract/settings/organisation.ts';
import { switchRule } from '../../../contract/settings/rules.ts';
import { setOwnName } from '../../../contract/sign-in/account.ts';
import { addUser, addUsers, listUsers } from '../../../contract/users.ts';
import { givenName } from '../../../core/text/own-words.ts';
import { queryClient, useRead } from '../../api/hooks.ts';
import { useSession } from '../../api/session.ts';
import { useTexts } from '../../messages/index.ts';
import { addressIn } from '../../routing/address.ts';
import { currentHash, pushAddress } from '../../routing/location.ts';
import { addFinePath, partPath, PATHS } from '../../routing/paths.ts';
import { MAIN_ID } from '../../shell/Frame.tsx';
import { Card } from '../../ui/layout/page.tsx';
import classes from './dashboard.module.css';

export default function FirstSteps(): JSX.Element | null {
  // Without a default, which would be stored at once.
  const [hidden = false, setHidden] = useLocalStorage<boolean>({
    key: 'first-steps.put-away',
    getInitialValueInEffect: false,
  });
  const enabled = !hidden;
  const organisation = useRead(readOrganisation, {}, { enabled }).data;
  const users = useRead(listUsers, { query: { page: 1, pageSize: 100 } }, { enabled }).data;
  const types = useRead(listTypes, {}, { enabled }).data;
  const { principal } = useSession();
  if (hidden || organisation === undefined || users === undefined || types === undefined) return null;

  const steps: Step[] = [
    {
      key: 'ownName',
      to: partPath('profile', 'person'),
      saves: [setOwnName],
      done: givenName(principal?.name ?? '') !== '',
    },
    {
      key: 'name',
      to: partPath('settings', 'organisation'),
      saves: [updateOrganisation],
      done: organisation.name !== '',
    },
    { key: 'types', to: partPath('settings', 'types'), saves: [addType], done: types.items.length > 0 },
    { key: 'users', to: `${PATHS.users}?add=true`, saves: [addUser, addUsers], done: users.totalUsers > 0 },
    // The panel disappears with it.
    { key: 'fine', to: addFinePath(null), saves: [], done: false },
    // A choice: nothing shows whether somebody has thought about it.
    { key: 'doubling', to: partPath('settings', 'rules'), saves: [switchRule], optional: true, done: null },
    // The link that it makes is still to be read.
    {
      key: 'invite',
      to: PATHS.users,
      saves: [],
      optional: true,
      done: users.items.some(({ signIn }) => signIn !== 'none'),
    },
  ];
  const dismiss = (): void => {
    setHidden(true);
    // The button that had the focus is gone.
    document.getElementById(MAIN_ID)?.focus({ preventScroll: true });
  };
  return <Steps steps={steps} onDismiss={dismiss} />;
}

const SEVERAL_USERS = `${PATHS.users}?add=several`;

interface Step {
  key: 'ownName' | 'name' | 'types' | 'users' | 'doubling' | 'invite' | 'fine';
  to: string;
  /** the operations after which the steps come back */
  saves: readonly Operation[];
  optional?: true;
  /** null: cannot be known */
  done: boolean | null;
}

function Steps({ steps, onDismiss }: { steps: Step[]; onDismiss: () => void }): JSX.Element {
  const { t } = useTexts();
  const next = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (isBack) next.current?.focus({ preventScroll: true });
    isBack = false;
  }, []);
  const isNext = steps.find(({ done }) => done === false)?.key;
  return (
    <Card component="section" data-screen-only aria-labelledby="first-steps" className={classes['today'] ?? ''}>
      <Group justify="space-between" pl={16}>
        <Title order={2} id="first-steps" p="0 !important">
          {t('dashboard.firstSteps.title')}
        </Title>
        <Button variant="subtle" onClick={onDismiss}>
          {t('dashboard.firstSteps.putAway')}
        </Button>
      </Group>
      <ol>
        {steps.map((step) => {
          const { key, to, optional, done } = step;
          return (
            <li key={key} className={classes['line']} data-done={done === true || undefined}>
              {done === true ? <IconCircleCheckFilled size={22} aria-hidden /> : <IconCircle size={22} aria-hidden />}
              <a ref={key === isNext ? next : null} href={`#${to}`} onClick={() => comeBackAfter(step)}>
                <span data-next={key === isNext || undefined}>{t(`dashboard.firstSteps.${key}`)}</span>
                {optional && <small>{t('dashboard.firstSteps.optional')}</small>}
              </a>
              {key === 'users' && (
                <a href={`#${SEVERAL_USERS}`} onClick={() => comeBackAfter(step)}>
                  {t('dashboard.firstSteps.pasted')}
                </a>
              )}
              {done === true ? <VisuallyHidden>{t('dashboard.firstSteps.done')}</VisuallyHidden> : null}
            </li>
          );
        })}
      </ol>
    </Card>
  );
}

/** The steps have come back by themselves: the next one takes the focus. */
let isBack = false;
let stop = (): void => undefined;

/** Comes back to the steps once one of these operations has saved something on the screen that the step leads to. */
function comeBackAfter({ to, saves }: Pick<Step, 'to' | 'saves'>): void {
  stop();
  const ids = new Set<unknown>(saves.map(({ id }) => id));
  stop = queryClient.getMutationCache().subscribe(({ mutation, type }) => {
    if (type !== 'updated' || mutation.state.status !== 'success' || !ids.has(mutation.options.mutationKey?.[0]))
      return;
    stop();
    if (addressIn(currentHash()).path !== addressIn(to).path) return;
    isBack = true;
    pushAddress(PATHS.dashboard);
  });
}
