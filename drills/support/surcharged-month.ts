// A month in which an organisation adds late surcharges, with grace and a limit, while its members' fines are entered,
// paid and waived. What each fine must bear is worked out here, day by day, from what was done to it.
import { addUsers } from '../../src/contract/users.ts';
import { addFines, payFines } from '../../src/contract/fines/fines.ts';
import { waiveFine } from '../../src/contract/money/waivers.ts';
import { updateOrganisation } from '../../src/contract/settings/organisation.ts';
import { switchRule, updateSurcharges } from '../../src/contract/settings/rules.ts';
import { RULE_ID, type RuleName } from '../../src/core/fines/rules.ts';
import { connect } from '../../src/server/db/connect.ts';
import type { Engine } from '../../src/server/db/types.ts';
import { checkBooks } from '../../src/server/tools/books/check-books.ts';
import { signInAt } from '../../tests/helpers/client.ts';
import { startServerProcess } from '../../tests/helpers/server-process.ts';
import { ACCOUNT, Findings, newDatabase, pause } from './drill.ts';

/** In rupees. The second reaches the limit of a fine of Rs 500, and the third is above it. */
const TERMS = { amount: 30, percent: null, graceDays: 2, everyDays: 7, times: 3, mostPercent: 10 };
const DUE_DAYS = 3;
/** Members are fined on one of the first days, so that on most days some are surcharged while others pay. */
const COHORTS = 5;
const DAYS = 30;
/** The longest that a day's round may take; ms of real time. */
const ADDED_WITHIN_MS = 180_000;

interface Fine {
  id: string;
  member: number;
  /** of the month */
  due: number;
  charged: number;
  isOpen: boolean;
  /** what each of its surcharges must be */
  bears: { number: number; day: number; amount: number }[];
  /** waived as a mistake, and its surcharges with it */
  isMistake: boolean;
}

const dayOf = (day: number): string => `2026-12-${String(day).padStart(2, '0')}`;

/** Lists of at most so many. */
const parts = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, n) => all.slice(n * size, (n + 1) * size));

/** What the rule adds on this day. */
function surchargeOf({ due, charged, isOpen, bears }: Fine, day: number): Fine['bears'][number] | null {
  for (let number = 1; number <= TERMS.times; number++) {
    if (!isOpen || day !== due + TERMS.graceDays + (number - 1) * TERMS.everyDays + 1) continue;
    const left = (charged * TERMS.mostPercent) / 100 - bears.reduce((sum, { amount }) => sum + amount, 0);
    const amount = Math.min(TERMS.amount, Math.floor(left));
    return amount > 0 ? { number, day, amount } : null;
  }
  return null;
}

export async function playSurchargedMonth(engine: Engine, members: number): Promise<void> {
  const findings = new Findings();
  const database = await newDatabase(engine);
  const server = await startServerProcess({ databaseUrl: database.url, account: ACCOUNT, settableClock: true });
  const db = connect(database.url);
  try {
    const setClock = (day: number, time: string): Promise<void> =>
      server.setClock(Date.parse(`${dayOf(day)}T${time}:00+05:00`));
    await setClock(1, '07:00');
    const office = await signInAt(server.url, ACCOUNT);
    const rule = (name: RuleName, on: boolean) =>
      office.must(switchRule, { params: { ruleId: RULE_ID[name] }, body: { allowDisallow: on } });
    await office.must(updateOrganisation, { body: { dueDays: DUE_DAYS } });
    await office.must(updateSurcharges, { body: TERMS });
    await rule('repeat-offence', false);
    await rule('late-surcharge', true);
    const userIds: string[] = [];
    for (const numbers of parts([...Array.from({ length: members }).keys()], 500)) {
      const users = numbers.map((n) => ({
        userName: `Member ${n}`,
        userEmail: `m${n}@club.test`,
        userRole: 'Member',
        phone: '0300 1234567',
      }));
      userIds.push(...(await office.must(addUsers, { body: { users } })).userIds);
    }

    const fines: Fine[] = [];
    const enter = async (day: number, who: readonly number[], amount: number): Promise<void> => {
      for (const some of parts(who, 500)) {
        const body = { fineType: 'Late arrival', date: dayOf(day), amount, userIds: some.map((n) => userIds[n] ?? '') };
        const { fineIds } = await office.must(addFines, { body });
        for (const [place, member] of some.entries()) {
          const id = fineIds[place] ?? '';
          const due = day + DUE_DAYS;
          fines.push({ id, member, due, charged: amount, isOpen: true, bears: [], isMistake: false });
        }
      }
    };
    const pay = async (some: readonly Fine[]): Promise<void> => {
      for (const part of parts(some, 100)) {
        const shown = part.map(({ id, charged }) => ({ fineId: id, outstanding: charged }));
        await office.must(payFines, { body: { fines: shown } });
        for (const fine of part) fine.isOpen = false;
      }
    };
    const waive = async (some: readonly Fine[], { mistake }: { mistake: boolean }): Promise<void> => {
      for (const fine of some) {
        const amount = fine.charged / 2;
        const body = { outstanding: fine.charged, reason: 'Was in hospital', ...(mistake ? { mistake } : { amount }) };
        await office.must(waiveFine, { params: { fineId: fine.id }, body });
        if (mistake) Object.assign(fine, { charged: 0, isOpen: false, isMistake: true });
        else fine.charged -= amount;
      }
    };
    const everybody = [...userIds.keys()];
    const ofCohort = (cohort: number) => everybody.filter((n) => n % COHORTS === cohort);
    /** The first fines of a part of those members who were fined on the day so many days before. */
    const finesOf = (day: number, daysBefore: number, [rest, of]: readonly [number, number]): Fine[] =>
      fines.filter(
        ({ member, due }) =>
          due === day - daysBefore + DUE_DAYS &&
          due <= COHORTS + DUE_DAYS &&
          Math.floor(member / COHORTS) % of === rest,
      );
    /** What the office does on a day; never to a fine that bears a surcharge on it. */
    const work = async (day: number): Promise<void> => {
      if (day <= COHORTS) await enter(day, ofCohort(day - 1), 500);
      // Some pay before the first surcharge, others between two; some are waived in part, others as a mistake.
      await pay(finesOf(day, 5, [0, 10]));
      await waive(finesOf(day, 5, [1, 20]), { mistake: false });
      await pay(finesOf(day, 9, [2, 10]));
      await waive(finesOf(day, 9, [3, 20]), { mistake: true });
      if (day === 15)
        await enter(
          day,
          everybody.filter((n) => Math.floor(n / COHORTS) % 10 === 4),
          200,
        );
    };

    const added = async (): Promise<number> => {
      const count = db.read.selectFrom('surcharges').select(({ fn }) => fn.countAll<number>().as('count'));
      return (await count.executeTakeFirstOrThrow()).count;
    };
    let wanted = 0;
    let longest = 0;
    for (let day = 1; day <= DAYS; day++) {
      const due = fines.flatMap((fine) => {
        const surcharge = surchargeOf(fine, day);
        return surcharge === null ? [] : [{ fine, surcharge }];
      });
      wanted += due.length;
      const began = performance.now();
      // The round begins while the office is at work.
      await setClock(day, '09:00');
      await work(day);
      while ((await added()) < wanted && performance.now() - began < ADDED_WITHIN_MS) await pause(100);
      longest = Math.max(longest, performance.now() - began);
      for (const { fine, surcharge } of due) fine.bears.push(surcharge);
    }
    // Time for more, if there were any.
    await pause(3000);

    const rows = await db.read
      .selectFrom('surcharges')
      .innerJoin('fines', 'fines.id', 'surcharges.id')
      .select(['surcharges.fine_id', 'surcharges.number', 'fines.date', 'fines.amount', 'fines.mistake'])
      .execute();
    const found = rows.map((row) => [row.fine_id, row.number, row.date, row.amount, row.mistake].join(' '));
    const right = fines.flatMap(({ id, bears, isMistake }) =>
      bears.map(({ number, day, amount }) => [id, number, dayOf(day), amount * 100, isMistake ? 1 : 0].join(' ')),
    );
    const asWorkedOut = JSON.stringify(found.toSorted()) === JSON.stringify(right.toSorted());
    findings.add(
      'each fine bears the surcharges worked out here, each once, on its day',
      asWorkedOut && right.length > 0,
      `${found.length} of ${right.length} on ${fines.length} fines, a day within ${Math.round(longest / 1000)} s`,
    );
    const borne = ({ bears }: Fine): number => bears.reduce((sum, { amount }) => sum + amount, 0);
    const total = fines.reduce((sum, fine) => sum + fine.charged + (fine.isMistake ? 0 : borne(fine)), 0);
    const books = await db.read.selectFrom('books').select('total').executeTakeFirstOrThrow();
    findings.add('the total is that of fines and surcharges worked out here', books.total === total * 100, total);
    const report = await checkBooks(db);
    findings.add('check-books agrees', report.agrees, report.agrees ? 'yes' : JSON.stringify(report).slice(0, 300));
    findings.print(`A month of late surcharges for ${members} members on ${engine}`);
  } finally {
    await db.close();
    await server.kill();
    await database.remove();
  }
}
