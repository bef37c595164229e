// The address of a month's page: `/month?month=2026-10`; without a month it is this one.
import type { AddressFormat } from '../../../routing/address.ts';
import { PATHS } from '../../../routing/paths.ts';
import { readDay, withQuery } from '../../../ui/lists/paging/list-state.ts';

export interface MonthPlace {
  /** `yyyy-mm`; undefined: this month */
  month: string | undefined;
}

export const MONTH_FORMAT: AddressFormat<MonthPlace> = {
  owns: (path) => path === PATHS.month,
  read: ({ search }) => {
    const month = search.get('month');
    const day = readDay(new URLSearchParams({ day: `${month}-01` }), 'day');
    return { month: day?.slice(0, 7) };
  },
  write: ({ month }) => withQuery(PATHS.month, [['month', month ?? '', '']]),
};
