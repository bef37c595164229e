// The address of the messages sent: `/reminders/sent?search=khan&state=unknown&page=2`.
import { MAIL_STATES, type MailState } from '../../../../core/mail/delivery.ts';
import type { AddressFormat } from '../../../routing/address.ts';
import { PATHS } from '../../../routing/paths.ts';
import { readChoice, readPage, readSearch, withQuery } from '../../../ui/lists/paging/list-state.ts';

export const STATES = ['all', ...MAIL_STATES] as const;

export interface Place {
  search: string;
  state: MailState | 'all';
  /** from 1 */
  page: number;
}

export const SENT_FORMAT: AddressFormat<Place> = {
  owns: (path) => path === PATHS.sent,
  read: ({ search: query }) => ({
    search: readSearch(query),
    state: readChoice(query, 'state', STATES),
    page: readPage(query),
  }),
  write: ({ search, state, page }) =>
    withQuery(PATHS.sent, [
      ['search', search, ''],
      ['state', state, STATES[0]],
      ['page', String(page), '1'],
    ]),
};
