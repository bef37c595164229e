// Horizontal bars below the names of their categories, for long names.
import { AxisBottom } from '@visx/axis';
import { GridColumns } from '@visx/grid';
import { scaleLinear } from '@visx/scale';
import { Bar } from '@visx/shape';
import type { JSX } from 'react';
import { useTexts } from '../../../messages/index.ts';
import { isolated } from '../../../messages/isolated.ts';
import { type BarsProps, CHARACTER, domainOf, TICK_LABEL, TICKS, useTickText } from './chart-parts.ts';
import classes from './chart.module.css';

/** In pixels: a bar, the name above it with what is below its baseline, and the gap below. */
const SCREEN = { bar: 14, nameHeight: 22, below: 7, gap: 10 };
const PAPER = { bar: 7, nameHeight: 18, below: 7, gap: 4 };

export function LyingBars({
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
                data-tone={tone}
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
