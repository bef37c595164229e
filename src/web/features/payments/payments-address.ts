// What the lists on the Payments screen show, and how their addresses say so:
// `/payments?from=2026-11-01&to=2026-11-30&method=Raast&by=a@b.pk&search=khan&page=2`. "Given Back" and "Waived" are
// alike, each with its own path. On a person's screen a list has all that is theirs: `/user/{userId}?tab=payments&page=2`.
import { NOT_RECORDED, PAYMENT_METHODS } from '../../../core/money/payment.ts';
import { PATHS, type PersonTab } from '../../routing/paths.ts';
import {
  asking,
  GROUP,
  atOrOfPerson,
  DAYS,
  oneOf,
  PAGE,
  PERSON,
  SEARCH,
  stateFormat,
} from '../../ui/lists/paging/list-state.ts';

type Method = (typeof PAYMENT_METHODS)[number] | typeof NOT_RECORDED;
export type MethodFilter = 'all' | Method;

/** `by`: what the query calls those who did it; `methods`: in the order in which they are offered. */
const recordsFormat = <By extends string, M extends Method>(
  path: string,
  tab: PersonTab | null,
  by: By,
  ...methods: readonly M[]
) =>
  stateFormat({
    path: atOrOfPerson(path, tab),
    filters: {
      ...DAYS,
      method: {
        ...oneOf<MethodFilter>(['all', ...methods]),
        asked: (method: MethodFilter) => methods.find((one) => one === method),
      },
      by: asking(by, PERSON),
      // Only payments are listed by group.
      group: { ...GROUP, ...(path !== PATHS.payments && { read: () => '' }) },
      search: SEARCH,
    },
    others: { page: PAGE },
    fixed: ({ personId }) => (personId === undefined ? null : {}),
    steps: true,
  });

export const PAYMENTS_FORMAT = recordsFormat(
  PATHS.payments,
  'payments',
  'receivedBy',
  ...PAYMENT_METHODS,
  NOT_RECORDED,
);
export const GIVEN_BACK_FORMAT = recordsFormat(PATHS.givenBack, null, 'givenBy', ...PAYMENT_METHODS);
/** Waivers have no method. */
export const WAIVED_FORMAT = recordsFormat(PATHS.waived, 'waived', 'madeBy');

export const NO_FILTER = PAYMENTS_FORMAT.noFilter;
