// Which of the person's own payments are read; the page uses it too, before its code is loaded (first-reads.ts).
import { OVERVIEW_PAGE_SIZE } from '../../../../core/limits.ts';

/** Input of `own.payments`. */
export const ownPaymentsInput = (page: number) => ({ query: { page, pageSize: OVERVIEW_PAGE_SIZE } });
