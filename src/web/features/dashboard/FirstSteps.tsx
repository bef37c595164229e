// What a new organisation does first. The records themselves tick off each step; the panel disappears with the first
// fine, or once all steps are done. This browser remembers if the panel was put away.
import { Button, Group, Title, VisuallyHidden } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import type { JSX } from 'react';
import { listTypes } from '../../../contract/fines/fine-types.ts';
import { readOrganisation } from '../../../contract/settings/organisation.ts';
import { listUsers } from '../../../contract/users.ts';
import { givenName } from '../../../core/text/own-words.ts';
import { useRead } from '../../api/hooks.ts';
import { useSession } from '../../api/session.ts';
import { useTexts } from '../../messages/index.ts';
import { partPath, PATHS } from '../../routing/paths.ts';
import { MAIN_ID } from '../../shell/Frame.tsx';
import { Card } from '../../ui/layout/page.tsx';
import classes from './dashboard.module.css';

export default function FirstSteps(): JSX.Element | null {
  const { t } = useTexts();
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

  const steps = [
    { key: 'ownName', to: partPath('profile', 'person'), done: givenName(principal?.name ?? '') !== '' },
    { key: 'name', to: partPath('settings', 'organisation'), done: organisation.name !== '' },
    { key: 'types', to: partPath('settings', 'types'), done: types.items.length > 0 },
    { key: 'users', to: `${PATHS.users}?add=true`, done: users.totalUsers > 0 },
    // A choice: nothing shows whether somebody has thought about it.
    { key: 'doubling', to: partPath('settings', 'rules'), done: null },
    { key: 'invite', to: PATHS.users, done: users.items.some(({ signIn }) => signIn !== 'none') },
    // The panel disappears with it.
    { key: 'fine', to: `${PATHS.fines}?add=true`, done: false },
  ] as const;
  if (steps.every(({ done }) => done !== false)) return null;

  const dismiss = (): void => {
    setHidden(true);
    // The button that had the focus is gone.
    document.getElementById(MAIN_ID)?.focus({ preventScroll: true });
  };
  return (
    <Card component="section" aria-labelledby="first-steps" className={classes['panel'] ?? ''}>
      <Group justify="space-between" gap={8}>
        <Title order={2} id="first-steps" fz="lg">
          {t('dashboard.firstSteps.title')}
        </Title>
        <Button variant="subtle" onClick={dismiss}>
          {t('dashboard.firstSteps.putAway')}
        </Button>
      </Group>
      <ol>
        {steps.map(({ key, to, done }) => (
          <li key={key} className={classes['step']}>
            {done === true ? (
              <IconCircleCheckFilled size={22} aria-hidden className={classes['done'] ?? ''} />
            ) : (
              <IconCircle size={22} aria-hidden className={classes['open'] ?? ''} />
            )}
            <span className={classes['links']}>
              <a href={`#${to}`} className={classes['link']}>
                {t(`dashboard.firstSteps.${key}`)}
              </a>
              {key === 'users' ? (
                <a href={`#${PATHS.users}?add=several`} className={classes['link']}>
                  {t('dashboard.firstSteps.pasted')}
                </a>
              ) : null}
            </span>
            {done === true ? <VisuallyHidden>{t('dashboard.firstSteps.done')}</VisuallyHidden> : null}
          </li>
        ))}
      </ol>
    </Card>
  );
}
