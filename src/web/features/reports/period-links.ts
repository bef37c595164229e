// Where a figure of a report leads, as paths: to the payments or waivers that it is the sum of.
import { PATHS } from '../../routing/paths.ts';
import type { Period } from './report-address.ts';

const withDays = (path: string, { from, to }: Period, more: Record<string, string> = {}): string =>
  `${path}?${new URLSearchParams({ from, to, ...more })}`;

export const paymentsIn = (period: Period): string => withDays(PATHS.payments, period);
export const paymentsBy = (period: Period, method: string): string => withDays(PATHS.payments, period, { method });
export const paymentsOf = (period: Period, person: string): string => withDays(PATHS.payments, period, { by: person });
export const givenBackIn = (period: Period): string => withDays(PATHS.givenBack, period);
export const waiversIn = (period: Period): string => withDays(PATHS.waived, period);
