// What waits for somebody today. Each figure is read where the list that it leads to reads it.
import type { Today } from '../../../contract/overview.ts';
import type { CalendarDay } from '../../../core/calendar.ts';
import { MAIL_TOO_LATE_MS } from '../../../core/mail/delivery.ts';
import { actorOf, type Principal } from '../../auth/principal.ts';
import { standingOfToday } from '../../balances/own-entries.ts';
import type { Snapshot } from '../../db/snapshot.ts';
import { settleAll } from '../../db/transaction.ts';
import { countGivenUp } from '../../mail/mails.repository.ts';
import type { OnMissingRule } from '../../shared/rules.ts';
import { readHeld } from '../cash/cash.service.ts';
import { undoableOf } from '../fines/undoing.service.ts';
import { owingOf } from '../reminders/reminders.repository.ts';
import { countToDecide } from '../requests/deciding.service.ts';

interface Now extends Snapshot {
  now: number;
  today: CalendarDay;
  timeZone: string;
}

export async function readToday(now: Now, principal: Principal, onMissing: OnMissingRule): Promise<Today> {
  const { tx, once, today } = now;
  const actor = actorOf(principal);
  const owing = async (show: 'overdue' | 'promised-today') => {
    const { count, pending } = await owingOf(now, { search: '', show, group: '', notRemindedSince: null, today });
    return { count, amount: pending };
  };
  const [requests, overdue, promised, failedMails, cash, entered] = await settleAll([
    countToDecide(tx, principal),
    owing('overdue'),
    owing('promised-today'),
    countGivenUp(tx, now.now - MAIL_TOO_LATE_MS),
    readHeld(tx, actor.id),
    once(`entered by ${actor.id} as ${actor.name}, ${principal.access}, on ${today}`, async () => {
      const { newest, ...counts } = await standingOfToday(tx, { ...now, actor });
      const undone = newest && (await undoableOf(tx, newest, { ...now, actor, access: principal.access }, onMissing));
      return { ...counts, last: newest && undone ? { batch: newest.batch, ...undone } : null };
    }),
  ]);
  return { requests, overdue, promised, failedMails, cash, entered };
}
