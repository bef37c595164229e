// Refunds or waivers, one below the other: whose, when and how much, what is said of it, and what was taken back.
import { IconCashOff } from '@tabler/icons-react';
import type { JSX, ReactNode } from 'react';
import type { Reversal } from '../../../../contract/money/payments.ts';
import { dayText } from '../../../messages/formats.ts';
import { useTexts } from '../../../messages/index.ts';
import { PersonLink } from '../../../ui/people/PersonLink.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { SkeletonTable } from '../../../ui/lists/SkeletonTable.tsx';
import { ROW_ACTIONS, screenList } from '../../../ui/lists/table/keyboard.ts';
import classes from '../cash/cash.module.css';
import { filtersOf } from '../payments-place.ts';
import { Amount, isGone, takenBackOf } from '../RecordParts.tsx';
import type { PlaceView } from '../usePlace.ts';

interface RecordItem {
  id: string;
  day: string;
  userId: string;
  userName: string;
  amount: number;
  reversals: Reversal[];
  lines: readonly string[];
  link?: { to: string; text: string };
  action: ReactNode;
}

interface RecordItemsProps {
  /** undefined while they are loading */
  items: readonly RecordItem[] | undefined;
  failed: JSX.Element | undefined;
  view: PlaceView;
  /** where there is none at all */
  none: string;
}

export function RecordItems({ items, failed, view, none }: RecordItemsProps): JSX.Element {
  const { t } = useTexts();
  if (items === undefined) return failed ?? <SkeletonTable rows={4} columns={3} />;
  if (items.length === 0) {
    return <EmptyState icon={<IconCashOff />} title={filtersOf(view) === 0 ? none : t('payments.empty.noMatch')} />;
  }
  return (
    <ul ref={screenList} className={`${classes['handOvers']} ${classes['inPanel']}`}>
      {items.map((item) => (
        <li key={item.id}>
          <p className={classes['line']}>
            <span>
              {view.personId === undefined && (
                <strong>
                  <PersonLink {...item} />
                </strong>
              )}
              <time dateTime={item.day} className={classes['aside']}>
                {dayText(item.day)}
              </time>
            </span>
            <strong>
              <Amount of={item} />
            </strong>
          </p>
          {item.link !== undefined && (
            <p className={classes['link']}>
              <a href={`#${item.link.to}`}>{isGone(item) ? <s>{item.link.text}</s> : item.link.text}</a>
            </p>
          )}
          <div className={classes['lines']}>
            {item.lines.map((line) => (
              <p key={line} className={classes['aside']}>
                <bdi>{line}</bdi>
              </p>
            ))}
          </div>
          {takenBackOf(item)}
          <div className={classes['rowEnd']} {...ROW_ACTIONS}>
            {item.action}
          </div>
        </li>
      ))}
    </ul>
  );
}
