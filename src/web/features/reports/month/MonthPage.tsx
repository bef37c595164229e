// The page itself: how the money changed from the beginning of the month to its end, what was fined, and who owes most.
import type { JSX, ReactNode } from 'react';
import type { Month } from '../../../../contract/reports.ts';
import { daysOfMonth } from '../../../../core/calendar.ts';
import { dayText } from '../../../messages/formats.ts';
import { useTexts } from '../../../messages/index.ts';
import { PATHS } from '../../../routing/paths.ts';
import { PersonLink } from '../../../ui/people/PersonLink.tsx';
import { Money } from '../../../ui/money/Money.tsx';
import { monthName } from '../months.ts';
import { paymentsBy, waiversIn } from '../period-links.ts';
import classes from './month.module.css';

export function MonthPage({ page }: { page: Month }): JSX.Element {
  return (
    <>
      <h2 className={classes['title']}>{monthName(page.month)}</h2>
      <div className={classes['parts']}>
        <MoneyPart page={page} />
        <div className={classes['column']}>
          <FinesPart page={page} />
          <OwingPart page={page} />
        </div>
      </div>
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }): JSX.Element {
  return (
    <section className={classes['part']} aria-label={title}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

/** A line of figures; `kind` distinguishes sums from their parts. */
function Line(props: { label: ReactNode; rupees: number; kind?: 'sum' | 'part' }): JSX.Element {
  const { label, rupees, kind } = props;
  return (
    <div className={classes['line']} data-kind={kind}>
      <dt>{label}</dt>
      <dd>
        <Money rupees={rupees} format="rs" plain={kind !== 'sum'} />
      </dd>
    </div>
  );
}

function MoneyPart({ page }: { page: Month }): JSX.Element {
  const { t } = useTexts();
  const { month, opening, closing, available, received, reversed, givenBack, methods, spent, events, eventCount } =
    page;
  const period = daysOfMonth(month);
  const more = eventCount - events.length;
  return (
    <Part title={t('reports.month.money')}>
      <dl>
        <Line label={t('reports.month.opening')} rupees={opening} kind="sum" />
        <Line label={t('reports.figures.received')} rupees={received} />
        {methods
          .filter((one) => one.received !== 0)
          .map((one) => (
            <Line
              key={one.method}
              kind="part"
              label={<a href={paymentsBy(period, one.method)}>{t(`common.method.${one.method}`)}</a>}
              rupees={one.received}
            />
          ))}
        {reversed !== 0 && <Line label={t('reports.figures.reversed')} rupees={-reversed} />}
        {givenBack !== 0 && <Line label={t('reports.figures.givenBack')} rupees={-givenBack} />}
        <Line label={<a href={`#${PATHS.events}`}>{t('reports.month.spent')}</a>} rupees={-spent} />
        {events.map(({ id, title, date, amount }) => (
          <Line
            key={id}
            kind="part"
            label={
              <>
                <bdi>{title}</bdi> <small>{dayText(date)}</small>
              </>
            }
            rupees={-amount}
          />
        ))}
        <Line label={t('reports.month.closing')} rupees={closing} kind="sum" />
        {available !== null && available.balance !== closing && (
          <>
            {available.credit !== 0 && <Line label={t('reports.month.credit')} rupees={-available.credit} />}
            {available.planned !== 0 && <Line label={t('reports.month.planned')} rupees={-available.planned} />}
            <Line
              label={<a href={`#${PATHS.events}`}>{t('reports.month.available')}</a>}
              rupees={available.balance}
              kind="sum"
            />
          </>
        )}
      </dl>
      {more > 0 && <p className={classes['aside']}>{t('reports.month.moreEvents', { count: more })}</p>}
      <p className={classes['aside']}>{t('reports.month.moneyHint')}</p>
    </Part>
  );
}

function FinesPart({ page }: { page: Month }): JSX.Element {
  const { t } = useTexts();
  const { charged, fineCount, waived } = page;
  return (
    <Part title={t('reports.figures.fines')}>
      <dl>
        <Line label={t('reports.month.fined', { count: fineCount })} rupees={charged} />
        <Line label={<a href={waiversIn(daysOfMonth(page.month))}>{t('reports.figures.waived')}</a>} rupees={waived} />
      </dl>
    </Part>
  );
}

function OwingPart({ page }: { page: Month }): JSX.Element {
  const { t } = useTexts();
  const { owing, owingCount, outstanding } = page;
  const more = owingCount - owing.length;
  return (
    <Part title={t('reports.month.owing')}>
      <dl>
        {owing.map(({ userId, userName, pendingFine }) => (
          <Line key={userId} label={<PersonLink userId={userId} userName={userName} />} rupees={pendingFine} />
        ))}
        <Line label={t('reports.month.outstanding')} rupees={outstanding} kind="sum" />
      </dl>
      {more > 0 && <p className={classes['aside']}>{t('reports.month.moreOwing', { count: more })}</p>}
      {owingCount === 0 && <p className={classes['aside']}>{t('reports.month.nobody')}</p>}
    </Part>
  );
}
