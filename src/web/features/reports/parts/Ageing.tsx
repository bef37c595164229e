// How long outstanding fines have been unpaid: a table with a bar in each row, and the members behind each figure.
import { Box, Button, Group, Title, VisuallyHidden } from '@mantine/core';
import type { JSX } from 'react';
import { type Report, listOwing } from '../../../../contract/reports.ts';
import type { AgeBand } from '../../../../core/money/ageing.ts';
import { dayText } from '../../../messages/formats.ts';
import { useTexts } from '../../../messages/index.ts';
import { Money } from '../../../ui/money/money.tsx';
import { toneOf } from '../charts/chart-parts.ts';
import { ReportCard, SaveTable } from '../ReportCard.tsx';
import classes from '../reports.module.css';
import { exportOwing } from '../../../../contract/exports.ts';
import { useRead } from '../../../api/hooks.ts';
import { pendingFinesOf } from '../../../routing/paths.ts';
import { ExportButton, SkeletonTable } from '../../../ui/lists/list-tools.tsx';
import { LoadFailureState } from '../../../ui/feedback/LoadFailure.tsx';
import { PersonLink } from '../../../ui/people/people.tsx';
import { Pager, useShownPage } from '../../../ui/lists/paging/paging.tsx';

interface AgeingProps {
  ageing: Report['ageing'];
  /** the band whose members are shown */
  shown: AgeBand | null;
  page: number;
  onShow: (band: AgeBand | null) => void;
  onPage: (page: number, how: 'push' | 'replace') => void;
}

export function Ageing({ ageing, shown, page, onShow, onPage }: AgeingProps): JSX.Element {
  const { t } = useTexts();
  const title = t('reports.ageing.title');
  const { today, bands, outstanding } = ageing;
  const most = Math.max(1, ...bands.map((one) => one.outstanding));
  return (
    <ReportCard
      title={title}
      hint={t('reports.ageing.hint', { today: dayText(today) })}
      actions={
        <SaveTable
          label={title}
          name={`report-ageing-${today}`}
          rows={[
            [t('reports.ageing.age'), t('reports.figures.outstanding')],
            ...bands.map((one) => [t(`reports.ageing.band.${one.band}`), one.outstanding]),
            [t('reports.figures.total'), outstanding],
          ]}
        />
      }
    >
      <div className={classes['scroll']}>
        <table className={classes['table']} aria-label={title}>
          <thead>
            <tr>
              <th scope="col">{t('reports.ageing.age')}</th>
              <th scope="col" className={classes['figure']}>
                {t('reports.figures.outstanding')}
              </th>
              <th scope="col" data-screen-only>
                <VisuallyHidden>{t('reports.ageing.members')}</VisuallyHidden>
              </th>
            </tr>
          </thead>
          <tbody>
            {bands.map((one) => {
              const name = t(`reports.ageing.band.${one.band}`);
              const isShown = shown === one.band;
              return (
                <tr key={one.band}>
                  <th scope="row">
                    {name}
                    <Box
                      className={classes['age'] ?? ''}
                      style={toneOf(one.band)}
                      w={`${(100 * one.outstanding) / most}%`}
                    />
                  </th>
                  <td className={classes['figure']}>
                    <Money paisa={one.outstanding} format="rs" />
                  </td>
                  <td className={classes['press']} data-screen-only>
                    {one.outstanding > 0 && (
                      <Button
                        variant="subtle"
                        size="sm"
                        px={8}
                        aria-expanded={isShown}
                        aria-label={t(isShown ? 'reports.ageing.hideOf' : 'reports.ageing.membersOf', { band: name })}
                        onClick={() => onShow(isShown ? null : one.band)}
                      >
                        {t(isShown ? 'reports.ageing.hide' : 'reports.ageing.members')}
                      </Button>
                    )}
                  </td>
                </tr>
              );
            })}
            <tr data-total>
              <th scope="row">{t('reports.figures.total')}</th>
              <td className={classes['figure']}>
                <Money paisa={outstanding} format="rs" />
              </td>
              <td data-screen-only>{'\u00a0'}</td>
            </tr>
          </tbody>
        </table>
      </div>
      {shown !== null && <Members key={shown} band={shown} page={page} onPage={onPage} />}
    </ReportCard>
  );
}

// The members who owe something in one age band, the largest debt first; the figure leads to their pending fines.

interface MembersProps {
  band: AgeBand;
  page: number;
  onPage: (page: number, how: 'push' | 'replace') => void;
}

function Members({ band, page, onPage }: MembersProps): JSX.Element {
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
      <Title order={3} fz="md" mt={12} mb={8}>
        {title}
      </Title>
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
                      <Money paisa={outstanding} format="rs" />
                    </a>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          <Group justify="space-between" gap={12} mt={12}>
            <p role="status">
              {t('reports.ageing.count', { count: list.totalItems })} · <Money paisa={list.outstanding} format="rs" />
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
          </Group>
        </>
      )}
    </section>
  );
}
