// Parts of a screen, each with an address of its own, as links.
import type { JSX, MouseEvent } from 'react';
import { replaceAddress } from '../../routing/location.ts';
import classes from './LinkTabs.module.css';

export interface LinkTab {
  /** a path of paths.ts */
  to: string;
  text: string;
  current: boolean;
}

interface LinkTabsProps {
  /** names them to a screen reader */
  label: string;
  tabs: readonly LinkTab[];
  /** Back leads to where one came from, and not to the tab before. */
  replacing?: boolean;
}

export function LinkTabs({ label, tabs, replacing = false }: LinkTabsProps): JSX.Element {
  const choose = (event: MouseEvent, to: string): void => {
    // With a key held it is opened beside, as any link.
    if (!replacing || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    replaceAddress(to);
  };
  return (
    <nav data-screen-only aria-label={label} className={classes['tabs']} data-many={tabs.length > 5 || undefined}>
      {tabs.map(({ to, text, current }) => (
        <a
          key={text}
          href={`#${to}`}
          aria-current={current ? 'page' : undefined}
          onClick={(event) => choose(event, to)}
        >
          {text}
        </a>
      ))}
    </nav>
  );
}
