// The actions on a person, always in view (PERSON-2): above the parts of their record or, where there is too little
// room, in a bar at the bottom of the screen, on a phone with the last ones behind "More", where the rare ones are
// everywhere. The first is the primary one.
import { Button, Stack, UnstyledButton } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { type JSX, Suspense, useState } from 'react';
import { useTexts } from '../../../messages/index.ts';
import { Sheet } from '../../../ui/dialogs/Sheet.tsx';
import { useAddFineHere } from '../../../ui/money/opening/add-fine.ts';
import { More } from '../../../ui/controls/more/More.tsx';
import { KeyHint } from '../../../ui/keys/KeyHint.tsx';
import { lazyPart } from '../../../routing/lazy-screen.tsx';
import { UserDialogs } from '../UserDialogs.tsx';
import classes from './person.module.css';
import type { Person } from './person-tabs.ts';
import type { PersonAction, PersonActions } from './usePersonActions.tsx';

/** How many stand beside "More" on a phone. */
const IN_BAR = 4;

interface ActionsProps {
  /** the label of the group for screen readers */
  label: string;
  actions: readonly PersonAction[];
  rare: PersonActions['rare'];
}

/** Above the parts of the record, where it stays while they are scrolled. */
export function ActionList({ label, actions, rare }: ActionsProps): JSX.Element {
  const { t } = useTexts();
  return (
    <div role="group" aria-label={label} data-screen-only className={classes['actions']}>
      {actions.map((action, place) => (
        <Action key={action.key} action={action} primary={place === 0} />
      ))}
      <More label={t('common.moreOf', { of: label })} entries={rare} />
    </div>
  );
}

/** The bar at the bottom of the screen. */
export function ActionBar({ label, actions, rare }: ActionsProps): JSX.Element {
  const { t } = useTexts();
  const [more, setMore] = useState(false);
  const fit = actions.length <= IN_BAR + 1 && rare.length === 0 ? actions.length : IN_BAR;
  const behind = [...actions.slice(fit), ...rare];
  return (
    <div role="group" aria-label={label} data-screen-only className={classes['bar']}>
      {actions.map((action, place) => (
        <InBar key={action.key} action={action} primary={place === 0} behind={place >= fit} />
      ))}
      {behind.length > 0 && (
        <>
          <UnstyledButton
            className={classes['inBar'] ?? ''}
            data-more={rare.length === 0 || undefined}
            aria-haspopup="dialog"
            aria-expanded={more}
            onClick={() => setMore(true)}
          >
            <IconDots size={22} stroke={1.7} aria-hidden />
            <span>{t('users.person.more')}</span>
          </UnstyledButton>
          <Sheet
            opened={more}
            onClose={() => setMore(false)}
            title={t('users.person.more')}
            needsServer={false}
            size="sm"
            phone="bottom"
          >
            <Stack gap={8}>
              {behind.map((action) => (
                <Action key={action.key} action={action} onDone={() => setMore(false)} />
              ))}
            </Stack>
          </Sheet>
        </>
      )}
    </div>
  );
}

const joinDialog = lazyPart(() => import('./JoinDialog.tsx'));

/** The dialogs that the actions open. */
export function ActionDialogs({ doing, person }: { doing: PersonActions; person: Person }): JSX.Element {
  const { dialog, joining, openAdd } = doing;
  return (
    <>
      {openAdd !== null && <AddFineHere open={openAdd} />}
      <UserDialogs key={dialog.opening} dialog={dialog} onDelete={dialog.remove} />
      {joining.opening > 0 && (
        <Suspense fallback={null}>
          <joinDialog.Screen key={joining.opening} person={person} opened={joining.opened} onClose={joining.close} />
        </Suspense>
      )}
    </>
  );
}

/** Makes the + of the phone's bar mean this person as well. */
function AddFineHere({ open }: { open: () => void }): null {
  useAddFineHere(open);
  return null;
}

interface ActionProps {
  action: PersonAction;
  primary?: boolean;
}

const PLACES = { button: { size: 18, stroke: 2 }, bar: { size: 22, stroke: 1.7 } } as const;

function Action({ action, primary = false, onDone }: ActionProps & { onDone?: () => void }): JSX.Element {
  const { label, icon: Icon, to, danger = false, hint = 'none', onClick } = action;
  const look = {
    variant: primary ? 'filled' : 'default',
    className: classes['action'] ?? '',
    'data-primary': primary || undefined,
    'data-danger': danger || undefined,
    leftSection: <Icon {...PLACES.button} aria-hidden />,
    children: label,
  };
  const press = (event: Parameters<NonNullable<typeof onClick>>[0]): void => {
    onDone?.();
    onClick?.(event);
  };
  return (
    <KeyHint of={hint}>
      {to === undefined ? (
        <Button {...look} onClick={press} />
      ) : (
        <Button {...look} component="a" href={`#${to}`} onClick={press} />
      )}
    </KeyHint>
  );
}

function InBar({ action, primary = false, behind }: ActionProps & { behind: boolean }): JSX.Element {
  const { label, icon: Icon, to, hint = 'none', onClick } = action;
  const look = {
    className: classes['inBar'] ?? '',
    'data-primary': primary || undefined,
    'data-behind': behind || undefined,
    'data-danger': action.danger === true || undefined,
  };
  const content = (
    <>
      <Icon {...PLACES.bar} aria-hidden />
      <span>{label}</span>
    </>
  );
  return (
    <KeyHint of={hint}>
      {to === undefined ? (
        <UnstyledButton {...look} {...(onClick && { onClick })}>
          {content}
        </UnstyledButton>
      ) : (
        <UnstyledButton {...look} component="a" href={`#${to}`} {...(onClick && { onClick })}>
          {content}
        </UnstyledButton>
      )}
    </KeyHint>
  );
}
