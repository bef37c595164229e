// Parts of a screen, each with its own address, as links.
import type { JSX, MouseEvent } from 'react';
import { useSession } from '../../api/session.ts';
import { addressIn } from '../../routing/address.ts';
import { replaceAddress } from '../../routing/location.ts';
import { redirectFor } from '../../routing/routing.ts';
import classes from './layout.module.css';

export interface LinkTab {
  /** a path of paths.ts */
  to: string;
  text: string;
  current: boolean;
}

interface LinkTabsProps {
  /** the label of the tabs for screen readers */
  label: string;
  tabs: readonly LinkTab[];
  /** Back leads to the previous screen, not to the previous tab. */
  replacing?: boolean;
}

/** Those that the person may open. */
export function LinkTabs({ label, tabs, replacing = false }: LinkTabsProps): JSX.Element {
  const access = useSession().principal?.access ?? null;
  const open = tabs.filter(({ to }) => redirectFor(addressIn(to).path, access) === null);
  const choose = (event: MouseEvent, to: string): void => {
    // With a modifier key it opens beside this page, as any link does.
    if (!replacing || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    replaceAddress(to);
  };
  return (
    <nav data-screen-only aria-label={label} className={classes['frame']}>
      <div className={classes['tabs']} data-many={open.length > 5 || undefined}>
        {open.map(({ to, text, current }) => (
          <a
            key={text}
            href={`#${to}`}
            aria-current={current ? 'page' : undefined}
            onClick={(event) => choose(event, to)}
          >
            {text}
          </a>
        ))}
      </div>
    </nav>
  );
}
