// The menu that More.tsx opens.
import { Menu } from '@mantine/core';
import '@mantine/core/styles/Menu.css';
import { type JSX, type MouseEvent, type Ref, type RefObject, useLayoutEffect } from 'react';
import { refusedOffline } from '../../dialogs/refused-offline.ts';
import { busyButton } from '../buttons.tsx';
import classes from '../controls.module.css';

export interface MenuEntry {
  /** in words, e.g. "Waive" */
  label: string;
  /** It removes something. */
  danger?: true;
  onClick?: () => void;
  /** in place of `onClick`: the path of paths.ts to which it leads */
  to?: string;
  /** likewise the address of a file to download */
  file?: string;
  /** Without a connection it is refused, with this sentence or the usual one. */
  needsServer?: true | string;
  /** It is under way, so a press does nothing. */
  busy?: boolean;
}

interface MoreMenuProps {
  label: string;
  entries: readonly MenuEntry[];
  target: RefObject<HTMLButtonElement | null>;
  /** `chosenBy`: the press of an entry */
  onClose: (chosenBy?: Event) => void;
}

export default function MoreMenu({ label, entries, target, onClose }: MoreMenuProps): JSX.Element {
  /** First of all the focus returns to the button: from there Tab goes on, and a dialog returns to it in the end. */
  const close = (chosenBy?: Event): void => {
    target.current?.focus({ preventScroll: true });
    onClose(chosenBy);
  };
  return (
    <Menu
      opened
      onClose={() => close()}
      position="bottom-end"
      shadow="md"
      returnFocus={false}
      // The first entry has the focus.
      withInitialFocusPlaceholder={false}
      // Content of the page stands in a landmark.
      portalProps={{ target: 'main' }}
      transitionProps={{ duration: 0 }}
    >
      <Menu.Target>
        <Beside target={target} />
      </Menu.Target>
      <Menu.Dropdown
        aria-label={label}
        // Mantine's own names a button that it has not drawn.
        aria-labelledby={undefined}
        // A dialog that opens has taken the focus.
        onBlur={({ currentTarget, relatedTarget }) => {
          const stays = relatedTarget === target.current || currentTarget.contains(relatedTarget);
          if (relatedTarget !== null && !stays) onClose();
        }}
        onKeyDown={(event) => {
          if (event.key === 'Tab') close();
          // A list moves by arrows, too.
          event.stopPropagation();
        }}
      >
        {entries.map(({ label: text, danger, to, file, needsServer, busy, onClick }) => (
          <Menu.Item
            key={text}
            className={classes['menuItem'] ?? ''}
            {...(danger && { color: 'red' })}
            {...(busy === undefined ? {} : busyButton(busy))}
            {...(to !== undefined && { component: 'a' as 'button', href: `#${to}` })}
            {...(file !== undefined && { component: 'a' as 'button', href: file, download: true })}
            onClick={(event: MouseEvent) => {
              if (busy === true) return;
              close(event.nativeEvent);
              if (needsServer !== undefined && refusedOffline(needsServer === true ? undefined : needsServer)) {
                event.preventDefault();
                return;
              }
              onClick?.();
            }}
          >
            {text}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Stands for the button, which is there before the menu. */
function Beside({ ref, target }: { ref?: Ref<HTMLElement>; target: RefObject<HTMLElement | null> }): null {
  useLayoutEffect(() => {
    if (typeof ref === 'function') ref(target.current);
  }, [ref, target]);
  return null;
}
