// A bar chart, drawn with visx. The figures of the category under the pointer, or reached with the arrow keys, are
// written below it; the table beside it has all figures. It is fetched when the first report is opened.
import type { JSX, KeyboardEvent } from 'react';
import { useRef, useState } from 'react';
import { useLanguage, useTexts } from '../../../messages/index.ts';
import { directionOf } from '../../../../core/text/languages.ts';
import { moneyText } from '../../../ui/money/Money.tsx';
import { type BarChartProps, type Category, ON_PAPER } from './chart-parts.ts';
import classes from './chart.module.css';
import { LyingBars } from './LyingBars.tsx';
import { StandingBars } from './StandingBars.tsx';
import { useWidth } from './useWidth.ts';

export default function BarChart({ label, series, categories, lying = false }: BarChartProps): JSX.Element {
  const { t } = useTexts();
  const { frame, width, isPaper } = useWidth(lying ? ON_PAPER.lying : ON_PAPER.standing);
  const [active, setActive] = useState<number | null>(null);
  const [entry, setEntry] = useState(0);
  const groups = useRef<(SVGGElement | null)[]>([]);
  const isRightToLeft = directionOf(useLanguage()) === 'rtl';

  const figuresOf = ({ name, values }: Category): string =>
    t('reports.point', {
      where: name,
      figures: series
        .map((one, index) => t('reports.figure', { name: one.name, amount: moneyText(values[index] ?? 0, 'rs') }))
        .join(' · '),
    });
  const onKeyDown = (event: KeyboardEvent, index: number): void => {
    const steps: Record<string, number> = isRightToLeft
      ? { ArrowRight: -1, ArrowLeft: 1, ArrowUp: -1, ArrowDown: 1 }
      : { ArrowRight: 1, ArrowLeft: -1, ArrowUp: -1, ArrowDown: 1 };
    const ends: Record<string, number> = { Home: 0, End: categories.length - 1 };
    const next = ends[event.key] ?? index + (steps[event.key] ?? 0);
    if (next === index || categories[next] === undefined) return;
    event.preventDefault();
    groups.current[next]?.focus();
  };

  const Bars = lying ? LyingBars : StandingBars;
  const shown = active === null ? undefined : categories[active];
  // There may be fewer categories than before.
  const inTabOrder = Math.min(entry, categories.length - 1);
  return (
    <figure className={classes['chart']}>
      <ul className={classes['legend']} data-single={series.length === 1 || undefined}>
        {series.map(({ name, tone }) => (
          <li key={tone} data-tone={tone}>
            {name}
          </li>
        ))}
      </ul>
      <div ref={frame} className={classes['drawing']} onPointerLeave={() => setActive(null)}>
        {width > 0 && (
          <Bars
            {...{ label, series, categories, width, isPaper, isRightToLeft, active }}
            groupProps={(index) => ({
              ref: (element) => void (groups.current[index] = element),
              role: 'img',
              'aria-label': categories[index] === undefined ? '' : figuresOf(categories[index]),
              tabIndex: index === inTabOrder ? 0 : -1,
              onFocus: () => {
                setActive(index);
                setEntry(index);
              },
              onBlur: () => setActive(null),
              onPointerEnter: () => setActive(index),
              onKeyDown: (event) => onKeyDown(event, index),
              className: classes['category'] ?? '',
            })}
          />
        )}
      </div>
      <figcaption className={classes['point']} aria-hidden data-screen-only>
        {shown === undefined ? '\u00a0' : figuresOf(shown)}
      </figcaption>
    </figure>
  );
}
