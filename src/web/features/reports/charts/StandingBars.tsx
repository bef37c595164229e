// Vertical bars side by side, a group for each category.
import { AxisBottom, AxisLeft, AxisRight } from '@visx/axis';
import { GridRows } from '@visx/grid';
import { Group } from '@visx/group';
import { scaleBand, scaleLinear } from '@visx/scale';
import { Bar } from '@visx/shape';
import type { JSX } from 'react';
import { useTexts } from '../../../messages/index.ts';
import { type BarsProps, CHARACTER, domainOf, TICK_LABEL, TICKS, useTickText } from './chart-parts.ts';
import classes from './chart.module.css';

const HEIGHT = 260;
const PAPER_HEIGHT = 165;
/** The width left for the figures beside the axis. */
const AXIS = 56;

export function StandingBars({
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
                  data-tone={tone}
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
