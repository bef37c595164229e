// The button "⋯" of a row, a person or a list: a menu of what can be done besides, in words. The menu's code is fetched
// when it is first opened, or ahead of time.
import { IconDots } from '@tabler/icons-react';
import { type JSX, Suspense, useRef, useState } from 'react';
import { useTexts } from '../../../messages/index.ts';
import { lazyPart } from '../../../routing/lazy-screen.tsx';
import { IconAction } from '../buttons.tsx';
import type { MenuEntry } from './MoreMenu.tsx';

export type { MenuEntry };

interface MoreProps {
  /** what is read out where "More" is not enough, e.g. "More: Late arrival of Ayesha Khan" */
  label?: string;
  /** `false` for what this person may not do; without any there is no button */
  entries: readonly (MenuEntry | false)[];
  /** in a row of a list, which is as low as its text */
  inRow?: boolean;
  /** Whether it is open, and the way to say so: of a button that may move to another place meanwhile. */
  state?: readonly [boolean, (opened: boolean) => void];
}

/** Presses of one double press come within this time. */
const DOUBLE_MS = 500;

const menu = lazyPart(() => import('./MoreMenu.tsx'));

export function More({ label, entries, inRow = false, state }: MoreProps): JSX.Element | null {
  const { t } = useTexts();
  const name = label ?? t('common.more');
  const button = useRef<HTMLButtonElement>(null);
  const own = useState(false);
  const [opened, setOpened] = state ?? own;
  const chosenAt = useRef(-Infinity);
  // By the time of the presses, because what the first one does may hold up the second.
  const close = (chosenBy?: Event): void => {
    if (chosenBy !== undefined) chosenAt.current = chosenBy.timeStamp;
    setOpened(false);
  };
  const shown = entries.filter((entry) => entry !== false);
  if (shown.length === 0) return null;
  return (
    <>
      <IconAction
        ref={button}
        label={t('common.more')}
        accessibleLabel={name}
        icon={<IconDots size={20} aria-hidden />}
        {...(inRow && { 'data-in-row': true })}
        data-action="more"
        aria-haspopup="menu"
        aria-expanded={opened}
        // The second of two presses of an entry by a key, which came here with the focus, opens nothing.
        onClick={({ detail, timeStamp }) => {
          if (detail > 0 || timeStamp - chosenAt.current > DOUBLE_MS) setOpened(!opened);
        }}
      />
      {/* Mounted only while open: a list has a hundred of these. */}
      {opened && (
        <Suspense>
          <menu.Screen label={name} entries={shown} target={button} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
