// Below the fines: the files, and the pages.
import { IconFileUpload } from '@tabler/icons-react';
import type { ReactNode, RefObject } from 'react';
import { exportFines } from '../../../../contract/exports.ts';
import { importFines } from '../../../../contract/fines/imports.ts';
import { dayText } from '../../../messages/formats.ts';
import { useTexts } from '../../../messages/index.ts';
import { PATHS } from '../../../routing/paths.ts';
import { Allowed } from '../../../ui/controls/Allowed.tsx';
import { LinkButton } from '../../../ui/controls/LinkButton.tsx';
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
      <div className={classes['files']}>
        {!view.ofPerson && (
          <Allowed to={importFines}>
            <LinkButton to={PATHS.importFines} variant="default" leftSection={<IconFileUpload size={18} aria-hidden />}>
              {t('common.importCsv')}
            </LinkButton>
          </Allowed>
        )}
        <ExportButton of={exportFines} input={exportInput(view)} />
      </div>
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
