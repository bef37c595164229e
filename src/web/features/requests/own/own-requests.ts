// Which of the member's own requests are read; the page uses it too, before its code is loaded (first-reads.ts).
const PAGE_SIZE = 5;

/** Input of `requests.own`. */
export const ownRequestsInput = (page: number) => ({ query: { page, pageSize: PAGE_SIZE } });
