// What cash was paid out for, in words.
import type { PayOut } from '../../../../contract/money/cash.ts';

export const paidFor = ({ event, note }: PayOut): string =>
  [event ?? '', note].filter((text) => text !== '').join(' · ');
