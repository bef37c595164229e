// What the Reminders screen shows, and how its address says so: `/reminders?search=khan&show=overdue&quiet=7&page=2`.
import type { ReminderShow } from '../../../contract/money/reminders.ts';
import { PATHS } from '../../routing/paths.ts';
import { asking, at, oneOf, PAGE, SEARCH, stateFormat } from '../../ui/lists/paging/list-state.ts';

export const SHOWN = ['open', 'overdue', 'promised', 'all'] as const satisfies readonly ReminderShow[];

/** The choices of "not reminded for", in days; 0: no condition. */
export const QUIET_DAYS = ['0', '1', '7', '30'] as const;

export const REMINDERS_FORMAT = stateFormat({
  path: at(PATHS.reminders),
  filters: {
    search: SEARCH,
    // To the server "all" is one of the choices, not no choice.
    show: { ...oneOf(SHOWN), asked: (show: ReminderShow) => show },
    quiet: asking('notRemindedFor', { ...oneOf(QUIET_DAYS), asked: Number }),
  },
  others: { page: PAGE },
});
