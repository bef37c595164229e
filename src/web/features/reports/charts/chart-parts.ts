// What the charts of reports have in common.
import type { SVGProps } from 'react';
import { useLanguage } from '../../../messages/index.ts';
import classes from './chart.module.css';

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

export interface BarsProps extends Pick<BarChartProps, 'label' | 'series' | 'categories'> {
  width: number;
  /** Drawn smaller and closer. */
  isPaper: boolean;
  isRightToLeft: boolean;
  active: number | null;
  /** of the group of a category's shapes: its name, and the keys it takes */
  groupProps: (index: number) => SVGProps<SVGGElement>;
}

/** From the least to the most; 0 is always in it. */
export function domainOf(categories: readonly Category[]): [number, number] {
  const values = categories.flatMap((category) => category.values);
  const [least, most] = [Math.min(0, ...values), Math.max(0, ...values)];
  return least === most ? [0, 1] : [least, most];
}

export function useTickText(): (value: { valueOf(): number }) => string {
  const locale = useLanguage() === 'ur' ? 'ur-PK-u-nu-latn' : 'en-PK';
  const format = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 });
  return (value) => format.format(value.valueOf());
}

export const TICK_LABEL = { className: classes['tick'] ?? '' };

/** How wide a chart is on paper, in pixels; reports.module.css leaves it this room. */
export const ON_PAPER = { standing: 330, lying: 190 };

/** A character of a label, about, in pixels. */
export const CHARACTER = 7.5;
/** Lines of the grid, about. */
export const TICKS = 4;
