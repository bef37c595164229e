// A bar chart, drawn with visx. What is pointed at, or reached with the arrow keys, is said in a line below it; the table beside
// it has all figures. It is fetched with the first report that is opened.
import { AxisBottom, AxisLeft, AxisRight } from '@visx/axis';
import { GridColumns, GridRows } from '@visx/grid';
import { Group } from '@visx/group';
import { scaleBand, scaleLinear } from '@visx/scale';
import { Bar } from '@visx/shape';
import type { JSX, KeyboardEvent } from 'react';
import { useRef, useState } from 'react';
import { useLanguage, useTexts } from '../../messages/index.ts';
import { directionOf } from '../../messages/language.ts';
import { moneyText } from '../../ui/Money.tsx';
import classes from './chart.module.css';
import { useWidth } from './useWidth.ts';

export type Tone = 'charged' | 'collected' | 'waived' | 'outstanding';

export interface Series {
  name: string;
  tone: Tone;
}

export interface Category {
  key: string;
  /** in full */
  name: string;
  /** where there is little room; the name without it */
  short?: string;
  /** rupees, one for each series */
  values: readonly number[];
}

export interface BarChartProps {
  /** what it shows */
  label: string;
  series: readonly Series[];
  categories: readonly Category[];
  /** Bars that lie, below the names of their categories: for long names. */
  lying?: boolean;
}

const HEIGHT = 260;
/** Of a lying bar, and of the name above it, in pixels. */
const BAR = 14;
const NAME = 22;
const TICKS = 4;
/** A character of a label, about. */
const CHARACTER = 7.5;
const AXIS = 56;

export default function BarChart({ label, series, categories, lying = false }: BarChartProps): JSX.Element {
  const { t } = useTexts();
  const { frame, width } = useWidth();
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
  // Fewer categories than before may be left.
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
            {...{ label, series, categories, width, isRightToLeft, active }}
            wrap={(index, children) => (
              <g
                key={categories[index]?.key}
                ref={(element) => void (groups.current[index] = element)}
                role="img"
                aria-label={categories[index] === undefined ? '' : figuresOf(categories[index])}
                tabIndex={index === inTabOrder ? 0 : -1}
                onFocus={() => {
                  setActive(index);
                  setEntry(index);
                }}
                onBlur={() => setActive(null)}
                onPointerEnter={() => setActive(index)}
                onKeyDown={(event) => onKeyDown(event, index)}
                className={classes['category']}
              >
                {children}
              </g>
            )}
          />
        )}
      </div>
      <figcaption className={classes['point']} aria-hidden data-screen-only>
        {shown === undefined ? '\u00a0' : figuresOf(shown)}
      </figcaption>
    </figure>
  );
}

interface BarsProps extends Pick<BarChartProps, 'label' | 'series' | 'categories'> {
  width: number;
  isRightToLeft: boolean;
  active: number | null;
  /** puts what belongs to a category into its group */
  wrap: (index: number, children: JSX.Element) => JSX.Element;
}

/** From the least to the most; 0 is always in it. */
function domainOf(categories: readonly Category[]): [number, number] {
  const values = categories.flatMap((category) => category.values);
  const [least, most] = [Math.min(0, ...values), Math.max(0, ...values)];
  return least === most ? [0, 1] : [least, most];
}

function useTickText(): (value: { valueOf(): number }) => string {
  const locale = useLanguage() === 'ur' ? 'ur-PK-u-nu-latn' : 'en-PK';
  const format = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 });
  return (value) => format.format(value.valueOf());
}

const TICK_LABEL = { className: classes['tick'] ?? '' };

function StandingBars({ label, series, categories, width, isRightToLeft, active, wrap }: BarsProps): JSX.Element {
  const { t } = useTexts();
  const tickText = useTickText();
  const [inner, bottom] = [HEIGHT - 30, HEIGHT - 22];
  const room: [number, number] = isRightToLeft ? [width - AXIS, 4] : [AXIS, width - 4];
  const x = scaleBand({ domain: categories.map(({ key }) => key), range: room, padding: 0.24 });
  const y = scaleLinear({ domain: domainOf(categories), range: [inner, 8], nice: TICKS });
  const within = scaleBand({
    domain: series.map(({ tone }) => tone),
    range: isRightToLeft ? [x.bandwidth(), 0] : [0, x.bandwidth()],
    padding: 0.08,
  });
  const names = new Map(categories.map(({ key, short, name }) => [key, short ?? name]));
  const longest = Math.max(...[...names.values()].map((name) => name.length));
  const every = Math.max(1, Math.ceil((longest * CHARACTER + 6) / x.step()));
  const Axis = isRightToLeft ? AxisRight : AxisLeft;
  return (
    <svg viewBox={`0 0 ${width} ${HEIGHT}`} role="group" aria-label={t('reports.chart', { what: label })}>
      <g aria-hidden>
        <GridRows
          scale={y}
          left={Math.min(...room)}
          width={Math.abs(room[1] - room[0])}
          numTicks={TICKS}
          className={classes['grid'] ?? ''}
        />
        <Axis
          scale={y}
          left={room[0]}
          numTicks={TICKS}
          hideAxisLine
          hideTicks
          tickFormat={tickText}
          tickLabelProps={{ ...TICK_LABEL, textAnchor: 'end', dx: isRightToLeft ? '0.5em' : '-0.25em', dy: '0.3em' }}
        />
        <AxisBottom
          scale={x}
          top={bottom}
          hideAxisLine
          hideTicks
          tickValues={categories.filter((_, index) => index % every === 0).map(({ key }) => key)}
          tickFormat={(key) => names.get(key) ?? key}
          tickLabelProps={{ ...TICK_LABEL, textAnchor: 'middle' }}
        />
      </g>
      {categories.map(({ key, values }, index) =>
        wrap(
          index,
          <>
            <rect
              x={(x(key) ?? 0) - (x.step() - x.bandwidth()) / 2}
              width={x.step()}
              y={0}
              height={HEIGHT}
              className={classes['ground']}
              data-active={index === active || undefined}
            />
            <Group left={x(key) ?? 0}>
              {series.map(({ tone }, place) => {
                const [from, to] = [y(0), y(values[place] ?? 0)];
                return (
                  <Bar
                    key={tone}
                    x={within(tone) ?? 0}
                    width={within.bandwidth()}
                    y={Math.min(from, to)}
                    height={Math.abs(from - to)}
                    data-tone={tone}
                    className={classes['bar'] ?? ''}
                  />
                );
              })}
            </Group>
          </>,
        ),
      )}
      <line x1={room[0]} x2={room[1]} y1={y(0)} y2={y(0)} className={classes['zero']} />
    </svg>
  );
}

function LyingBars({ label, series, categories, width, isRightToLeft, active, wrap }: BarsProps): JSX.Element {
  const { t } = useTexts();
  const tickText = useTickText();
  const step = NAME + series.length * BAR + 10;
  const height = categories.length * step + 24;
  const room: [number, number] = isRightToLeft ? [width - 8, 24] : [8, width - 24];
  const x = scaleLinear({ domain: domainOf(categories), range: room, nice: TICKS });
  const ends = Math.floor(width / CHARACTER) - 2;
  return (
    <svg viewBox={`0 0 ${width} ${height}`} role="group" aria-label={t('reports.chart', { what: label })}>
      <g aria-hidden>
        <GridColumns scale={x} height={height - 24} numTicks={TICKS} className={classes['grid'] ?? ''} />
        <AxisBottom
          scale={x}
          top={height - 22}
          numTicks={TICKS}
          hideAxisLine
          hideTicks
          tickFormat={tickText}
          tickLabelProps={{ ...TICK_LABEL, textAnchor: 'middle' }}
        />
      </g>
      {categories.map(({ key, name, values }, index) =>
        wrap(
          index,
          <>
            <rect
              x={0}
              width={width}
              y={index * step}
              height={step}
              className={classes['ground']}
              data-active={index === active || undefined}
            />
            <text x={isRightToLeft ? width - 8 : 8} y={index * step + NAME - 7} className={classes['name']}>
              {name.length > ends ? `${name.slice(0, ends)}…` : name}
            </text>
            {series.map(({ tone }, place) => {
              const [from, to] = [x(0), x(values[place] ?? 0)];
              return (
                <Bar
                  key={tone}
                  x={Math.min(from, to)}
                  width={Math.abs(from - to)}
                  y={index * step + NAME + place * BAR}
                  height={BAR - 2}
                  data-tone={tone}
                  className={classes['bar'] ?? ''}
                />
              );
            })}
          </>,
        ),
      )}
      <line x1={x(0)} x2={x(0)} y1={0} y2={height - 24} className={classes['zero']} />
    </svg>
  );
}
