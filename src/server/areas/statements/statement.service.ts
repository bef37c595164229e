// A member's statement (STATE-1 to STATE-4).
import type { Statement } from '../../../contract/money/statements.ts';
import type { CalendarDay } from '../../../core/calendar.ts';
import { MAX_STATEMENT_LINES } from '../../../core/limits.ts';
import { addPaisa, rupeesFromPaisa } from '../../../core/money/money.ts';
import { displayName } from '../../../core/people/person-name.ts';
import { statementOf } from '../../../core/money/statement.ts';
import { settleAll } from '../../db/transaction.ts';
import type { Handle } from '../../db/types.ts';
import { AppError } from '../../base/errors.ts';
import { overdueOf } from '../../balances/overdue.ts';
import { findUser } from '../../shared/queries.ts';
import { linesOf } from './statement-lines.ts';
import { entriesOfUser } from './statement.repository.ts';

interface Asked {
  userId: string;
  from: CalendarDay | undefined;
  to: CalendarDay | undefined;
  today: CalendarDay;
  timeZone: string;
  /** maximum number of lines: the last ones of the period */
  limit?: number;
}

/** Throws user-not-found, period-backwards. Deleted users have statements too, since the records of money stay. */
export async function readStatement(db: Handle, asked: Asked): Promise<Statement> {
  const { userId, from, to, today, timeZone, limit = MAX_STATEMENT_LINES } = asked;
  const [user, entries] = await settleAll([findUser(db, userId), entriesOfUser(db, userId)]);
  if (user === undefined) throw new AppError('user-not-found');
  const statement = statementOf(linesOf(entries, timeZone), { from, to, today, limit });
  if (statement === null) throw new AppError('period-backwards');
  // The balance has credit deducted, which is spent on the oldest fines first: only the rest of them is still overdue.
  const ofFines = (await overdueOf(db, [user], today)).get(userId) ?? 0;
  const overdue = Math.max(0, addPaisa(ofFines, -user.credit));
  return {
    ...statement,
    overdue: statement.to < today ? null : rupeesFromPaisa(overdue),
    userId,
    userName: displayName(user.user_name),
    opening: rupeesFromPaisa(statement.opening),
    lines: statement.lines.map((line) => ({
      ...line,
      amount: rupeesFromPaisa(line.amount),
      balance: rupeesFromPaisa(line.balance),
    })),
    closing: rupeesFromPaisa(statement.closing),
    toCome:
      statement.toCome === 0
        ? null
        : {
            amount: rupeesFromPaisa(statement.toCome),
            owed: rupeesFromPaisa(addPaisa(statement.closing, statement.toCome)),
          },
  };
}
