// The entries of a page. What was done together stands together, in the order in which it was done, with its time once.
import type { JSX } from 'react';
import { memo } from 'react';
import type { HistoryEntry } from '../../../contract/history.ts';
import { useSession } from '../../api/session.ts';
import { instantText } from '../../messages/formats.ts';
import { useTexts } from '../../messages/index.ts';
import { screenList } from '../../ui/lists/table/keyboard.ts';
import { tell } from './effects.ts';
import classes from './history.module.css';

interface HistoryListProps {
  entries: readonly HistoryEntry[];
  /** of the page, or the filter, before */
  stale: boolean;
}

/** Memoized: typing into a filter must not wait for the sentences. */
export const HistoryList = memo(function HistoryList({ entries, stale }: HistoryListProps): JSX.Element {
  const together = [...Map.groupBy(entries, ({ batch }) => batch)];
  return (
    <ol ref={screenList} className={classes['list']} data-stale={stale || undefined} aria-busy={stale}>
      {together.map(([batch, done]) => (
        <Together key={batch} entries={done} />
      ))}
    </ol>
  );
});

function Together({ entries }: { entries: readonly HistoryEntry[] }): JSX.Element {
  const { t } = useTexts();
  const { timeZone } = useSession().organisation;
  const at = entries[0]?.at ?? '';
  return (
    <li className={classes['together']}>
      <time dateTime={at}>{instantText(at, timeZone)}</time>
      <ul>
        {tell(entries, t).map(({ sequence, sentences }) => (
          <Deed key={sequence} sentences={sentences} />
        ))}
      </ul>
    </li>
  );
}

function Deed({ sentences: [sentence, ...more] }: { sentences: readonly string[] }): JSX.Element {
  return (
    <li>
      <p>{sentence}</p>
      {more.map((aside) => (
        <p key={aside} className={classes['aside']}>
          {aside}
        </p>
      ))}
    </li>
  );
}
