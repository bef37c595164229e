// How long outstanding fines have been unpaid, with the members behind each figure.
import { Button } from '@mantine/core';
import type { JSX } from 'react';
import type { Report } from '../../../../contract/reports.ts';
import type { AgeBand } from '../../../../core/money/ageing.ts';
import { dayText } from '../../../messages/formats.ts';
import { useTexts } from '../../../messages/index.ts';
import { Money } from '../../../ui/money/Money.tsx';
import { Members } from './Members.tsx';
import { ReportCard } from '../ReportCard.tsx';
import classes from '../reports.module.css';
import { SaveTable } from '../SaveTable.tsx';

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
  return (
    <ReportCard
      title={title}
      hint={t('reports.ageing.hint', { today: dayText(today) })}
      chart={{
        series: [{ tone: 'outstanding', name: t('reports.figures.outstanding') }],
        categories: bands.map((one) => ({
          key: one.band,
          name: t(`reports.ageing.band.${one.band}`),
          short: one.band === 'over-90' ? '> 90' : one.band.replace('-', '–'),
          values: [one.outstanding],
        })),
      }}
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
                <span className={classes['unseen']}>{t('reports.ageing.members')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {bands.map((one) => {
              const name = t(`reports.ageing.band.${one.band}`);
              return (
                <tr key={one.band}>
                  <th scope="row">{name}</th>
                  <td className={classes['figure']}>
                    <Money rupees={one.outstanding} format="rs" />
                  </td>
                  <td className={classes['press']} data-screen-only>
                    {one.outstanding > 0 && (
                      <Button
                        variant="default"
                        size="sm"
                        aria-expanded={shown === one.band}
                        aria-label={t(shown === one.band ? 'reports.ageing.hideOf' : 'reports.ageing.membersOf', {
                          band: name,
                        })}
                        onClick={() => onShow(shown === one.band ? null : one.band)}
                      >
                        {t(shown === one.band ? 'reports.ageing.hide' : 'reports.ageing.members')}
                      </Button>
                    )}
                  </td>
                </tr>
              );
            })}
            <tr data-total>
              <th scope="row">{t('reports.figures.total')}</th>
              <td className={classes['figure']}>
                <Money rupees={outstanding} format="rs" />
              </td>
              <td data-screen-only>{'\u00a0'}</td>
            </tr>
          </tbody>
        </table>
      </div>
      <div className={classes['save']}>
        <SaveTable
          label={title}
          name={`report-ageing-${today}`}
          rows={[
            [t('reports.ageing.age'), t('reports.figures.outstanding')],
            ...bands.map((one) => [t(`reports.ageing.band.${one.band}`), one.outstanding]),
            [t('reports.figures.total'), outstanding],
          ]}
        />
      </div>
      {shown !== null && <Members key={shown} band={shown} page={page} onPage={onPage} />}
    </ReportCard>
  );
}
