// Which of the own requests are read: also by the page itself, before its code is there (first-reads.ts).
const PAGE_SIZE = 5;

/** Input of `requests.own`. */
export const ownRequestsInput = (page: number) => ({ query: { page, pageSize: PAGE_SIZE } });
