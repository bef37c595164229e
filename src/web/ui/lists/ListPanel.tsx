// A list in a card: its filters, its rows, and below them how many there are, the export and the pager.
import { Button } from '@mantine/core';
import { IconSearchOff } from '@tabler/icons-react';
import { type JSX, type ReactNode, type RefObject, useRef } from 'react';
import { useTexts } from '../../messages/index.ts';
import { type LoadFailure, LoadFailureDialog, LoadFailureState } from '../feedback/LoadFailure.tsx';
import { EmptyState } from '../feedback/status.tsx';
import { Card } from '../layout/page.tsx';
import classes from './lists.module.css';
import { Pager } from './paging/paging.tsx';

interface ListPanelProps {
  label: string;
  filters?: ReactNode;
  failure: LoadFailure;
  /** said if the list cannot be read */
  message: string;
  /** the rows; `failed` takes their place if there are none. `top`: the beginning of the list */
  children: (failed: JSX.Element | undefined, top: RefObject<HTMLElement | null>) => ReactNode;
  foot?:
    | false
    | {
        /** how many there are */
        sums: ReactNode;
        download?: ReactNode;
        /** the label of the pager */
        pager: string;
        view: { page: number; showPage: (page: number) => void };
        pages: number;
      };
}

export function ListPanel({ label, filters, failure, message, children, foot = false }: ListPanelProps): JSX.Element {
  const top = useRef<HTMLDivElement>(null);
  return (
    <Card component="section" aria-label={label} ref={top} className={classes['panel'] ?? ''}>
      {filters}
      {children(failure.nothing ? <LoadFailureState failure={failure} message={message} /> : undefined, top)}
      {foot !== false && (
        <div className={classes['foot']}>
          {foot.sums}
          {foot.download}
          <Pager page={foot.view.page} pages={foot.pages} onChange={foot.view.showPage} top={top} label={foot.pager} />
        </div>
      )}
      <LoadFailureDialog failure={failure} message={message} />
    </Card>
  );
}

/** In place of rows: the filters find nothing. */
export function NothingFound({ title, onClear }: { title: string; onClear: () => void }): JSX.Element {
  const { t } = useTexts();
  return (
    <EmptyState
      icon={<IconSearchOff />}
      title={title}
      action={
        <Button variant="default" onClick={onClear}>
          {t('common.filters.clear')}
        </Button>
      }
    />
  );
}
