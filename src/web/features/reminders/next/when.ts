// When reminders go out, in words.
import { addDays, type CalendarDay } from '../../../../core/calendar.ts';
import { dayText } from '../../../messages/formats.ts';
import type { Translate } from '../../../messages/index.ts';

export interface When {
  day: CalendarDay;
  /** the instant from which they go out */
  at: string;
}

/** They have begun to go out: whoever is due is reminded as soon as it is allowed. */
export const hasBegun = ({ day, at }: When, today: CalendarDay): boolean =>
  day <= today && Date.parse(at) <= Date.now();

/** As part of a sentence: `today at 9:00`. */
export function whenText(
  { day, at }: When,
  { today, timeZone }: { today: CalendarDay; timeZone: string },
  t: Translate,
) {
  const time = new Intl.DateTimeFormat('en-GB', { hour: 'numeric', minute: '2-digit', timeZone }).format(new Date(at));
  const said = { day: dayText(day), time: time.replace(/^0/, '') };
  if (hasBegun({ day, at }, today)) return t('reminders.auto.when.now');
  if (day <= today) return t('reminders.auto.when.today', said);
  return t(day === addDays(today, 1) ? 'reminders.auto.when.tomorrow' : 'reminders.auto.when.day', said);
}
