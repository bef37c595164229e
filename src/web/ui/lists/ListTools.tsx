// Above a paged list: the search, buttons that sort it, and how many were found.
import type { JSX, ReactNode, Ref } from 'react';
import { SearchBox } from './SearchBox.tsx';
import classes from './lists.module.css';
import { PrintedFilters } from './filters/PrintedFilters.tsx';

interface ListToolsProps {
  ref: Ref<HTMLDivElement>;
  search: { label: string; placeholder: string; value: string; onChange: (search: string) => void };
  /** absent if the list is sorted by its heads */
  sort?: ReactNode;
  /** the button that downloads what was found */
  download: ReactNode;
  /** e.g. "12 users" */
  count: string;
}

export function ListTools({ ref, search, sort, download, count }: ListToolsProps): JSX.Element {
  return (
    <div ref={ref} className={classes['tools']}>
      <PrintedFilters />
      <SearchBox className={classes['search'] ?? ''} {...search} />
      {sort}
      {download}
      <p role="status" className={classes['count']}>
        {count}
      </p>
    </div>
  );
}
