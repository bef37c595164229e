// Below the fines: the export button and the pager.
import type { ReactNode, RefObject } from 'react';
import { exportFines } from '../../../../contract/exports.ts';
import { dayText } from '../../../messages/formats.ts';
import { useTexts } from '../../../messages/index.ts';
import { ExportButton } from '../../../ui/lists/ExportButton.tsx';
import { pageCount } from '../../../ui/lists/paging/page-numbers.ts';
import { Pager } from '../../../ui/lists/paging/Pager.tsx';
import { exportInput } from '../fines-place.ts';
import classes from '../fines.module.css';
import type { FinesList } from '../list-changes.ts';
import type { FinesView } from '../useFinesView.ts';

interface PanelFootProps {
  list: FinesList;
  view: FinesView;
  top: RefObject<HTMLElement | null>;
}

export function PanelFoot({ list, view, top }: PanelFootProps): ReactNode {
  const { t } = useTexts();
  return (
    <div className={classes['panelFoot']}>
      <ExportButton of={exportFines} input={exportInput(view)} />
      {(list.more || list.notesFrom !== null) && (
        <p className={classes['found']}>
          {list.more && t('fines.filter.more', { count: list.totalItems })}{' '}
          {list.notesFrom !== null && t('fines.filter.notesFrom', { day: dayText(list.notesFrom) })}
        </p>
      )}
      <Pager
        page={view.page}
        pages={pageCount(list.totalItems, list.pageSize)}
        onChange={view.showPage}
        top={top}
        label={t('fines.table.pages')}
      />
    </div>
  );
}
