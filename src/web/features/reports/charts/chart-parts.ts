// What the charts of reports have in common.
import type { CSSProperties, SVGProps } from 'react';
import type { AgeBand } from '../../../../core/money/ageing.ts';
import { useLanguage } from '../../../messages/index.ts';
import classes from '../reports.module.css';

export type Tone = 'charged' | 'collected' | 'waived';

/** The colour in which something is drawn (reports.module.css). */
export const toneOf = (tone: Tone | AgeBand): CSSProperties => ({ '--tone': `var(--${tone})` }) as CSSProperties;

export interface Series {
  name: string;
  tone: Tone;
}

export interface Category {
  key: string;
  /** the full name */
  name: string;
  /** used where there is little room; the full name if left out */
  short?: string;
  /** paisa, one for each series */
  values: readonly number[];
}

export interface BarChartProps {
  /** what the chart shows */
  label: string;
  series: readonly Series[];
  categories: readonly Category[];
  /** By keyboard; otherwise it is only read out. */
  reachable: boolean;
  /** Horizontal bars below the names of their categories, for long names. */
  lying?: boolean;
}

export interface BarsProps extends Pick<BarChartProps, 'label' | 'series' | 'categories'> {
  width: number;
  /** Drawn smaller and closer together. */
  isPaper: boolean;
  isRightToLeft: boolean;
  active: number | null;
  /** for the group of a category's shapes: its name, and the keys it handles */
  groupProps: (index: number) => SVGProps<SVGGElement>;
}

/** From the lowest to the highest value, always including 0. */
export function domainOf(categories: readonly Category[]): [number, number] {
  const values = categories.flatMap((category) => category.values);
  const [least, most] = [Math.min(0, ...values), Math.max(0, ...values)];
  return least === most ? [0, 100] : [least, most];
}

/** In rupees. */
export function useTickText(): (value: { valueOf(): number }) => string {
  const locale = useLanguage() === 'ur' ? 'ur-PK-u-nu-latn' : 'en-PK';
  const format = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 });
  return (value) => format.format(value.valueOf() / 100);
}

export const TICK_LABEL = { className: classes['tick'] ?? '' };

/** How wide a chart is on paper, in pixels; reports.module.css leaves it this much room. */
export const ON_PAPER = { standing: 330, lying: 190 };

/** The approximate width of a character of a label, in pixels. */
export const CHARACTER = 7.5;
/** The approximate number of grid lines. */
export const TICKS = 4;
