// The members who owe something in one age band, the largest debt first; the figure leads to their pending fines.
import type { JSX } from 'react';
import { exportOwing } from '../../../../contract/exports.ts';
import { listOwing } from '../../../../contract/reports.ts';
import type { AgeBand } from '../../../../core/money/ageing.ts';
import { useRead } from '../../../api/hooks.ts';
import { dayText } from '../../../messages/formats.ts';
import { useTexts } from '../../../messages/index.ts';
import { pendingFinesOf } from '../../../routing/paths.ts';
import { ExportButton } from '../../../ui/lists/ExportButton.tsx';
import { LoadFailureState } from '../../../ui/feedback/LoadFailure.tsx';
import { PersonLink } from '../../../ui/people/PersonLink.tsx';
import { Money } from '../../../ui/money/Money.tsx';
import { Pager } from '../../../ui/lists/paging/Pager.tsx';
import { SkeletonTable } from '../../../ui/lists/SkeletonTable.tsx';
import { useShownPage } from '../../../ui/lists/paging/useListPage.ts';
import classes from '../reports.module.css';

interface MembersProps {
  band: AgeBand;
  page: number;
  onPage: (page: number, how: 'push' | 'replace') => void;
}

export function Members({ band, page, onPage }: MembersProps): JSX.Element {
  const { t } = useTexts();
  const query = useRead(listOwing, { query: { band, page } });
  const setPage = (next: number): void => onPage(next, 'replace');
  const { list, pages, stale, failure } = useShownPage({ page, setPage }, query);
  const title = t('reports.ageing.membersOf', { band: t(`reports.ageing.band.${band}`) });
  if (list === undefined) {
    return failure.nothing ? (
      <LoadFailureState failure={failure} message={t('reports.ageing.failed')} />
    ) : (
      <SkeletonTable rows={5} columns={3} />
    );
  }
  return (
    <section className={classes['members']} aria-label={title} aria-busy={stale} data-stale={stale || undefined}>
      <h3>{title}</h3>
      {list.totalItems === 0 ? (
        <p role="status">{t('reports.ageing.none')}</p>
      ) : (
        <>
          <table className={classes['table']} aria-label={title}>
            <thead>
              <tr>
                <th scope="col">{t('reports.ageing.member')}</th>
                <th scope="col">{t('reports.ageing.oldest')}</th>
                <th scope="col" className={classes['figure']}>
                  {t('reports.figures.outstanding')}
                </th>
              </tr>
            </thead>
            <tbody>
              {list.items.map(({ userId, userName, outstanding, oldest }) => (
                <tr key={userId}>
                  <th scope="row">
                    <PersonLink userId={userId} userName={userName} />
                  </th>
                  <td>
                    <time dateTime={oldest}>{dayText(oldest)}</time>
                  </td>
                  <td className={classes['figure']}>
                    <a href={`#${pendingFinesOf(userId)}`}>
                      <Money rupees={outstanding} format="rs" />
                    </a>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          <div className={classes['foot']}>
            <p role="status">
              {t('reports.ageing.count', { count: list.totalItems })} · <Money rupees={list.outstanding} format="rs" />
            </p>
            <ExportButton of={exportOwing} input={{ query: { band } }} />
            <div data-screen-only>
              <Pager
                page={page}
                pages={pages}
                onChange={(next) => onPage(next, 'push')}
                label={t('reports.ageing.pages')}
                short
              />
            </div>
          </div>
        </>
      )}
    </section>
  );
}
