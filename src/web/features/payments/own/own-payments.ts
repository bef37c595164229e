// Which of the own payments are read: also by the page itself, before its code is there (first-reads.ts).
import { OVERVIEW_PAGE_SIZE } from '../../../../core/limits.ts';

/** Input of `own.payments`. */
export const ownPaymentsInput = (page: number) => ({ query: { page, pageSize: OVERVIEW_PAGE_SIZE } });
