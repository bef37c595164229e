// A bar chart, drawn with visx. The figures of the category under the pointer, or reached with the arrow keys, are
// written below it; the table beside it has all figures. It is fetched when the first report is opened.
import { Group as Row, Text } from '@mantine/core';
import { type JSX, type KeyboardEvent, useRef, useState, type RefCallback, useCallback, useEffect } from 'react';
import { useLanguage, useTexts } from '../../../messages/index.ts';
import { directionOf } from '../../../../core/text/languages.ts';
import { moneyText } from '../../../ui/money/money.tsx';
import {
  type BarChartProps,
  type Category,
  ON_PAPER,
  type BarsProps,
  CHARACTER,
  domainOf,
  TICK_LABEL,
  TICKS,
  toneOf,
  useTickText,
} from './chart-parts.ts';
import classes from '../reports.module.css';
import { flushSync } from 'react-dom';
import { AxisBottom, AxisLeft, AxisRight } from '@visx/axis';
import { GridColumns, GridRows } from '@visx/grid';
import { scaleLinear, scaleBand } from '@visx/scale';
import { Bar } from '@visx/shape';
import { isolated } from '../../../messages/translate.ts';
import { Group } from '@visx/group';

export default function BarChart({ label, series, categories, reachable, lying = false }: BarChartProps): JSX.Element {
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
    <figure>
      {/* The title says what a single one is. */}
      {series.length > 1 && (
        <Row component="ul" gap="4px 16px" mb={8} fz="sm">
          {series.map(({ name, tone }) => (
            <li key={tone} style={toneOf(tone)} className={classes['series']}>
              {name}
            </li>
          ))}
        </Row>
      )}
      <div ref={frame} className={classes['drawing']} onPointerLeave={() => setActive(null)}>
        {width > 0 && (
          <Bars
            {...{ label, series, categories, width, isPaper, isRightToLeft, active }}
            groupProps={(index) => ({
              ref: (element) => void (groups.current[index] = element),
              role: 'img',
              'aria-label': categories[index] === undefined ? '' : figuresOf(categories[index]),
              ...(reachable && { tabIndex: index === inTabOrder ? 0 : -1 }),
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
      <Text component="figcaption" mih="2.9em" mt={8} fz="sm" lh={1.45} c="dimmed" aria-hidden data-screen-only>
        {shown === undefined ? '\u00a0' : figuresOf(shown)}
      </Text>
    </figure>
  );
}

// How wide an element is, in whole pixels at the usual text size; 0 until it is measured. A drawing of this width that
// fills the element grows with the text. On paper the width is given, because printing ignores changes of width.

/** For one that is only read out, and takes no room. */
const LEAST = 160;

function useWidth(onPaper: number): { frame: RefCallback<HTMLElement>; width: number; isPaper: boolean } {
  const [width, setWidth] = useState(0);
  const [isPaper, setPaper] = useState(false);
  const frame = useCallback<RefCallback<HTMLElement>>((element) => {
    if (element === null) return undefined;
    const measure = (): void => {
      const size = parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
      setWidth(Math.max(LEAST, Math.floor(element.clientWidth / size)));
    };
    measure();
    const resizing = new ResizeObserver(measure);
    resizing.observe(element);
    return () => resizing.disconnect();
  }, []);
  useEffect(() => {
    // Rendered before this returns, so that it is printed.
    const begin = (): void => flushSync(() => setPaper(true));
    const end = (): void => setPaper(false);
    addEventListener('beforeprint', begin);
    addEventListener('afterprint', end);
    return () => {
      removeEventListener('beforeprint', begin);
      removeEventListener('afterprint', end);
    };
  }, []);
  return { frame, width: isPaper ? onPaper : width, isPaper };
}

// Horizontal bars below the names of their categories, for long names.

/** In pixels: a bar, the name above it with what is below its baseline, and the gap below. */
const SCREEN = { bar: 10, nameHeight: 21, below: 7, gap: 6 };
const PAPER = { bar: 7, nameHeight: 18, below: 7, gap: 4 };

function LyingBars({
  label,
  series,
  categories,
  width,
  isPaper,
  isRightToLeft,
  active,
  groupProps,
}: BarsProps): JSX.Element {
  const { t } = useTexts();
  const tickText = useTickText();
  const { bar, nameHeight, below, gap } = isPaper ? PAPER : SCREEN;
  const step = nameHeight + series.length * bar + gap;
  const height = categories.length * step + 24;
  const room: [number, number] = isRightToLeft ? [width - 8, 24] : [8, width - 24];
  const x = scaleLinear({ domain: domainOf(categories), range: room, nice: TICKS });
  const ticks = Math.min(TICKS, Math.max(1, Math.floor(width / 75)));
  const ends = Math.floor(width / CHARACTER) - 2;
  return (
    <svg viewBox={`0 0 ${width} ${height}`} role="group" aria-label={t('reports.chart', { what: label })}>
      <g aria-hidden>
        <GridColumns scale={x} height={height - 24} numTicks={ticks} className={classes['grid'] ?? ''} />
        <AxisBottom
          scale={x}
          top={height - 22}
          numTicks={ticks}
          hideAxisLine
          hideTicks
          tickFormat={tickText}
          tickLabelProps={{ ...TICK_LABEL, textAnchor: 'middle' }}
        />
      </g>
      {categories.map(({ key, name, values }, index) => (
        <g key={key} {...groupProps(index)}>
          <rect
            x={0}
            width={width}
            y={index * step}
            height={step}
            className={classes['ground']}
            data-active={index === active || undefined}
          />
          <text x={isRightToLeft ? width - 8 : 8} y={index * step + nameHeight - below} className={classes['name']}>
            {isolated(name.length > ends ? `${name.slice(0, ends)}…` : name)}
          </text>
          {series.map(({ tone }, place) => {
            const [from, to] = [x(0), x(values[place] ?? 0)];
            return (
              <Bar
                key={tone}
                x={Math.min(from, to)}
                width={Math.abs(from - to)}
                y={index * step + nameHeight + place * bar}
                height={bar - (isPaper ? 1 : 2)}
                style={toneOf(tone)}
                className={classes['bar'] ?? ''}
              />
            );
          })}
        </g>
      ))}
      <line x1={x(0)} x2={x(0)} y1={0} y2={height - 24} className={classes['zero']} />
    </svg>
  );
}

// Vertical bars side by side, a group for each category.

const HEIGHT = 260;
const PAPER_HEIGHT = 165;
/** The width left for the figures beside the axis. */
const AXIS = 56;

function StandingBars({
  label,
  series,
  categories,
  width,
  isPaper,
  isRightToLeft,
  active,
  groupProps,
}: BarsProps): JSX.Element {
  const { t } = useTexts();
  const tickText = useTickText();
  const height = isPaper ? PAPER_HEIGHT : HEIGHT;
  const [inner, bottom] = [height - 30, height - 22];
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
    <svg viewBox={`0 0 ${width} ${height}`} role="group" aria-label={t('reports.chart', { what: label })}>
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
      {categories.map(({ key, values }, index) => (
        <g key={key} {...groupProps(index)}>
          <rect
            x={(x(key) ?? 0) - (x.step() - x.bandwidth()) / 2}
            width={x.step()}
            y={0}
            height={height}
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
                  style={toneOf(tone)}
                  className={classes['bar'] ?? ''}
                />
              );
            })}
          </Group>
        </g>
      ))}
      <line x1={room[0]} x2={room[1]} y1={y(0)} y2={y(0)} className={classes['zero']} />
    </svg>
  );
}
