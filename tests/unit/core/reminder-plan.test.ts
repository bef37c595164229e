// Automatic reminders, as laws: a year of an organisation with a moving clock, in time zones that change their clocks.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, beginningOf, dayOf, daysBetween } from '../../../src/core/calendar.ts';
import {
  beginsAt,
  dealtWith,
  dueDaysBehind,
  firstDay,
  isDue,
  isReminding,
  isStillDue,
  lastBegun,
  momentOf,
  nextReminder,
  nextReminders,
  parseSteps,
  type PlanRules,
  type Progress,
  quietDays,
  type Remindable,
  runAt,
  SUGGESTED_STEPS,
} from '../../../src/core/people/reminder-plan.ts';

const ZONES = ['Asia/Karachi', 'Europe/Berlin', 'America/New_York', 'Pacific/Apia', 'Australia/Lord_Howe', 'UTC'];
const RULES: PlanRules = { steps: SUGGESTED_STEPS, minimum: 0 };
const BEGIN = '2026-01-01';
const HOUR = 3_600_000;
const RUNS = 12;

const MEMBER: Remindable = {
  isActive: true,
  canBeReached: true,
  pending: 10_000,
  credit: 0,
  dueDays: ['2026-11-20'],
  promisedUntil: null,
  byHandOn: null,
  through: null,
  skipped: null,
};
const after = (day: string, from = addDays(day, 1)) => ({ after: day, from });
const nextOf = (member: Partial<Remindable>, moment = after('2026-11-18'), rules: Partial<PlanRules> = {}) => {
  const { day, why } = nextReminder({ ...MEMBER, ...member }, { ...RULES, ...rules }, moment);
  return day ?? why;
};

describe('a member is reminded next [REMIND-10]', () => {
  test('on the due day and the set days after it, counting all due days together', () => {
    const days = [];
    for (let day = '2026-11-18'; day < '2027-01-31'; day = addDays(day, 1)) {
      const today = addDays(day, 1);
      if (isDue(MEMBER, RULES, { after: day, through: today, today })) days.push(today);
    }
    expect(days).toEqual(['2026-11-20', '2026-11-23', '2026-11-27', '2026-12-04', '2026-12-11']);
    expect(nextOf({ dueDays: ['2026-12-01', '2026-11-24', '2026-12-01'] })).toBe('2026-11-24');
    expect(nextOf({}, after('2026-12-11'))).toBe('over');
  });

  test('not on a day with a reminder by hand, nor on a skipped day, but at the next step', () => {
    expect(nextOf({ byHandOn: '2026-11-20' })).toBe('2026-11-23');
    expect(nextOf({ byHandOn: '2026-11-19' })).toBe('2026-11-20');
    expect(nextOf({ skipped: '2026-11-20' })).toBe('2026-11-23');
    expect(nextOf({ skipped: '2026-12-11' })).toBe('over');
  });

  test('not early on a day with a reminder by hand, or before the day they promised to pay by has passed [REMIND-12] [REMIND-16]', () => {
    const early = { after: '2026-11-18', through: '2026-11-20', today: '2026-11-19' };
    expect(isDue(MEMBER, RULES, early)).toBe(true);
    expect(isDue({ ...MEMBER, byHandOn: '2026-11-19' }, RULES, early)).toBe(false);
    expect(isDue({ ...MEMBER, promisedUntil: '2026-11-19' }, RULES, early)).toBe(false);
  });

  test('after a broken promise, and not before', () => {
    expect(nextOf({ promisedUntil: '2026-11-23' })).toBe('2026-11-27');
    expect(nextOf({ promisedUntil: '2027-03-01' })).toBe('promised');
  });

  test('never, if they are inactive, owe too little, cannot be reached, or have open requests or credit for everything', () => {
    expect(nextOf({ isActive: false })).toBe('inactive');
    expect(nextOf({ canBeReached: false })).toBe('unreachable');
    expect(nextOf({}, undefined, { minimum: 10_001 })).toBe('too-little');
    expect(nextOf({}, undefined, { minimum: 10_000 })).toBe('2026-11-20');
    expect(nextOf({ dueDays: [] })).toBe('requested');
    expect(nextOf({ credit: 9_999 })).toBe('2026-11-20');
    expect(nextOf({ credit: 10_000 })).toBe('covered');
  });

  test('not again within three days, unless the steps are closer', () => {
    const dueDays = ['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23'];
    expect(nextOf({ dueDays, through: '2026-11-20' }, after('2026-11-20'))).toBe('2026-11-23');
    expect(quietDays([0, 1, 5])).toBe(1);
    expect(quietDays([0, 2])).toBe(2);
    expect(quietDays([7])).toBe(3);
  });

  test('with all who have the same day, on the first such day', () => {
    const members = ['2026-11-25', '2026-11-22', '2026-11-22'].map((due, n) => ({ ...MEMBER, n, dueDays: [due] }));
    expect(nextReminders(members, RULES, after('2026-11-18'))).toMatchObject({
      day: '2026-11-22',
      members: [{ n: 1 }, { n: 2 }],
    });
    expect(nextReminders([], RULES, after('2026-11-18'))).toBeNull();
  });
});

test('a reminder that waits is still sent, unless there is a reason by then to leave the member alone [REMIND-12]', () => {
  const still = (over: Partial<Remindable> = {}, rules: Partial<PlanRules> = {}) =>
    isStillDue({ ...MEMBER, through: '2026-11-20', ...over }, { ...RULES, ...rules }, '2026-11-20');
  expect(still()).toBe(true);
  expect(still({ byHandOn: '2026-11-20' })).toBe(false);
  expect(still({ promisedUntil: '2026-11-20' })).toBe(false);
  expect(still({ dueDays: [] })).toBe(false);
  expect(still({ isActive: false })).toBe(false);
  expect(still({ credit: 10_000 })).toBe(false);
  expect(still({}, { minimum: 10_001 })).toBe(false);
});

describe('what was missed', () => {
  const now = Date.parse('2026-11-20T06:00:00Z');
  test('more than a week ago is not made up for, nor anything from before a restore [REMIND-13] [REMIND-19]', () => {
    expect(dealtWith({ after: '2026-11-17', asked: null }, now, 'Asia/Karachi')).toBe('2026-11-17');
    expect(dealtWith({ after: '2025-11-17', asked: null }, now, 'Asia/Karachi')).toBe('2026-11-12');
    // It is 11:00 there, so the reminders planned for 9:00 are past.
    expect(dealtWith(null, now, 'Asia/Karachi')).toBe('2026-11-20');
    expect(dealtWith(null, now - 3 * HOUR, 'Asia/Karachi')).toBe('2026-11-19');
  });
});

/** What happens to a member during the year, in days since its beginning. */
interface Life {
  fines: { due: number; paid: number | null }[];
  promises: { made: number; days: number }[];
  byHand: number[];
  skips: number[];
}

interface World {
  zone: string;
  steps: number[];
  lives: Life[];
  /** when no server runs, in hours since the beginning */
  outages: { begins: number; length: number }[];
  /** runs that end after this many members, as if killed */
  kills: number[];
}

interface Sent {
  member: number;
  at: number;
  day: string;
  /** whether it would also go out if it were tried again then */
  isStillDue: boolean;
}

const day = fc.integer({ min: 0, max: 364 });
const lives = fc.array(
  fc.record({
    fines: fc.array(fc.record({ due: day, paid: fc.option(day, { nil: null }) }), { minLength: 1, maxLength: 6 }),
    promises: fc.array(fc.record({ made: day, days: fc.integer({ min: 0, max: 40 }) }), { maxLength: 2 }),
    byHand: fc.array(day, { maxLength: 4 }),
    skips: fc.array(day, { maxLength: 2 }),
  }),
  { minLength: 1, maxLength: 4 },
);
const world: fc.Arbitrary<World> = fc.record({
  zone: fc.constantFrom(...ZONES),
  steps: fc
    .uniqueArray(fc.integer({ min: 0, max: 30 }), { minLength: 1, maxLength: 5 })
    .map((steps) => steps.toSorted((a, b) => a - b)),
  lives,
  outages: fc.array(
    fc.record({ begins: fc.integer({ min: 0, max: 8500 }), length: fc.integer({ min: 1, max: 200 }) }),
    { maxLength: 4 },
  ),
  kills: fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 20 }),
});

const dated = (days: number): string => addDays(BEGIN, days);

/** The member as the records show on a day. */
function memberOn(life: Life, today: string, through: string | null): Remindable | null {
  const isOpen = ({ paid }: Life['fines'][number]) => paid === null || dated(paid) > today;
  const open = life.fines.filter(isOpen).map(({ due }) => dated(due));
  if (open.length === 0) return null;
  const so = (days: number[]) => days.map(dated).filter((one) => one <= today);
  const made = life.promises
    .filter((promise) => dated(promise.made) <= today)
    .toSorted((a, b) => a.made - b.made)
    .at(-1);
  return {
    ...MEMBER,
    dueDays: open,
    promisedUntil: made === undefined ? null : dated(made.made + made.days),
    byHandOn: so(life.byHand).toSorted().at(-1) ?? null,
    skipped: so(life.skips).toSorted().at(-1) ?? null,
    through,
  };
}

/** Goes through the year, checking every hour. */
function live({ zone, steps, lives: all, outages, kills }: World): Sent[] {
  const rules = { steps, minimum: 0 };
  const sent: Sent[] = [];
  const through: (string | null)[] = all.map(() => null);
  const left = [...kills];
  let progress: Progress = { after: addDays(BEGIN, -1), asked: null };
  const begin = beginningOf(BEGIN, zone);
  for (let tick = 0; tick < 366 * 24; tick++) {
    if (outages.some(({ begins, length }) => tick >= begins && tick < begins + length)) continue;
    const now = begin + tick * HOUR;
    const run = runAt(progress, false, now, zone);
    if (run === null) continue;
    const today = dayOf(now, zone);
    const kill = left.shift() ?? null;
    for (const [n, life] of all.entries()) {
      if (n === kill) break;
      const member = memberOn(life, today, through[n] ?? null);
      const span = { after: dealtWith(progress, now, zone), through: run.through, today };
      if (member === null || !isDue(member, rules, span)) continue;
      const { from, to } = dueDaysBehind(rules, run.through);
      const behind = { ...member, dueDays: member.dueDays.filter((due) => due >= from && due <= to) };
      sent.push({ member: n, at: now, day: today, isStillDue: isStillDue(behind, rules, today) });
      through[n] = run.through;
    }
    if (kill === null) progress = { after: run.through, asked: null };
  }
  return sent;
}

const localHour = (at: number, zone: string): number =>
  Number(new Date(at).toLocaleTimeString('en-GB', { timeZone: zone, hour: '2-digit' }));

describe('over a year, in every zone', () => {
  test('nothing is sent before nine or after six, and nobody gets two reminders within the quiet days [REMIND-10] [REMIND-11]', () => {
    fc.assert(
      fc.property(world, (about) => {
        const sent = live(about);
        for (const { at } of sent) {
          expect(localHour(at, about.zone)).toBeGreaterThanOrEqual(9);
          expect(localHour(at, about.zone)).toBeLessThan(18);
        }
        for (const [n] of about.lives.entries()) {
          const days = sent.filter(({ member }) => member === n).map(({ day: on }) => on);
          for (const [place, on] of days.slice(1).entries()) {
            expect(daysBetween(days[place] ?? '', on)).toBeGreaterThanOrEqual(quietDays(about.steps));
          }
        }
      }),
      { numRuns: RUNS },
    );
  });

  test('everyone who is reminded owes something whose step has come, and has no reason to be left out [REMIND-12]', () => {
    fc.assert(
      fc.property(world, (about) => {
        for (const { member: n, day: on, isStillDue: isStill } of live(about)) {
          expect(isStill).toBe(true);
          const life = about.lives[n];
          if (life === undefined) throw new Error('Nobody has this number.');
          const open = life.fines.filter(({ paid }) => paid === null || dated(paid) > on);
          const reached = open.some(({ due }) =>
            about.steps.some((step) => dated(due + step) <= on && daysBetween(dated(due + step), on) <= 7),
          );
          expect(reached).toBe(true);
          expect(life.byHand.map(dated)).not.toContain(on);
          const promise = life.promises
            .filter(({ made }) => dated(made) <= on)
            .toSorted((a, b) => a.made - b.made)
            .at(-1);
          if (promise !== undefined) expect(dated(promise.made + promise.days) < on).toBe(true);
        }
      }),
      { numRuns: RUNS },
    );
  });

  test('a server that always runs reminds of one fine at nine on each of its days, until it is paid [REMIND-10]', () => {
    const one = fc.record({
      zone: fc.constantFrom(...ZONES),
      due: fc.integer({ min: 0, max: 340 }),
      paid: fc.option(day, { nil: null }),
    });
    fc.assert(
      fc.property(one, ({ zone, due, paid }) => {
        const life = { fines: [{ due, paid }], promises: [], byHand: [], skips: [] };
        const sent = live({ zone, steps: [...SUGGESTED_STEPS], lives: [life], outages: [], kills: [] });
        const wanted = SUGGESTED_STEPS.map((step) => due + step).filter(
          (on) => on < 366 && (paid === null || on < paid),
        );
        expect(sent.map(({ day: on }) => on)).toEqual(
          wanted.map(dated).filter((on) => dayOf(beginsAt(on, zone), zone) === on),
        );
        for (const { at, day: on } of sent) {
          expect(localHour(at, zone)).toBe(9);
          expect(Math.abs(at - beginsAt(on, zone))).toBeLessThan(HOUR);
        }
      }),
      { numRuns: RUNS },
    );
  });

  test('a server that was off for up to a week sends one reminder to everyone who missed some [REMIND-13]', () => {
    const off = fc.record({
      zone: fc.constantFrom(...ZONES.filter((zone) => zone !== 'Pacific/Apia')),
      dues: fc.array(fc.integer({ min: 20, max: 60 }), { minLength: 1, maxLength: 5 }),
      begins: fc.integer({ min: 30, max: 60 }),
      days: fc.integer({ min: 1, max: 7 }),
    });
    fc.assert(
      fc.property(off, ({ zone, dues, begins, days }) => {
        const fines = dues.map((due) => ({ due, paid: null }));
        const life = { fines, promises: [], byHand: [], skips: [] };
        const outage = { begins: begins * 24, length: days * 24 };
        const sent = live({ zone, steps: [...SUGGESTED_STEPS], lives: [life], outages: [outage], kills: [] });
        const back = begins + days;
        const missed = dues.some((due) => SUGGESTED_STEPS.some((step) => due + step >= begins && due + step <= back));
        const before = sent.filter(({ day: on }) => on < dated(begins)).at(-1);
        const isQuiet = before !== undefined && daysBetween(before.day, dated(back)) < 3;
        const then = sent.filter(({ day: on }) => on >= dated(begins) && on <= dated(back));
        expect(then.map(({ day: on }) => on)).toEqual(missed && !isQuiet ? [dated(back)] : []);
      }),
      { numRuns: RUNS },
    );
  });

  test('the reminders shown as next are those that are sent, if nothing changes [REMIND-15]', () => {
    fc.assert(
      fc.property(world, fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 23 }), (about, on, hour) => {
        const { zone, steps } = about;
        const now = beginningOf(dated(on), zone) + hour * HOUR;
        const today = dayOf(now, zone);
        const progress = { after: lastBegun(now, zone), asked: null };
        const member = memberOn(about.lives[0] as Life, today, null);
        if (member === null) return;
        const rules = { steps, minimum: 0 };
        const { day: foreseen } = nextReminder(member, rules, momentOf(progress, now, zone));
        let first: string | null = null;
        let { after: done } = progress;
        for (let n = 0; n < 400 && first === null; n++) {
          const then = addDays(firstDay(now, zone), n);
          if (then <= done) continue;
          if (isDue(member, rules, { after: done, through: then, today: then })) first = then;
          done = then;
        }
        expect(first).toBe(foreseen);
      }),
      { numRuns: 200 },
    );
  });
});

test('steps are read as people type them [REMIND-10]', () => {
  expect(parseSteps(' 21,7 3، ۰')).toEqual([0, 3, 7, 21]);
  for (const wrong of ['', 'a', '1.5', '-1', '366', Array.from({ length: 13 }, (_, n) => n).join()]) {
    expect(parseSteps(wrong)).toBeNull();
  }
});

describe('the hours of a day', () => {
  test.each(ZONES)('start at nine on both days on which the clocks change in %s [REMIND-11]', (zone) => {
    for (const on of ['2026-03-08', '2026-03-29', '2026-04-05', '2026-10-04', '2026-10-25', '2026-11-01']) {
      const begins = beginsAt(on, zone);
      expect(isReminding(begins, zone)).toBe(true);
      expect(isReminding(begins - 1, zone)).toBe(false);
      expect(isReminding(begins + 9 * HOUR - 1, zone)).toBe(true);
      expect(isReminding(begins + 9 * HOUR, zone)).toBe(false);
      expect(dayOf(begins, zone)).toBe(on);
      expect([firstDay(begins, zone), firstDay(begins + 9 * HOUR, zone)]).toEqual([on, addDays(on, 1)]);
    }
  });

  test('what somebody sends at once is sent at any hour, and a pause holds back the rest [REMIND-16]', () => {
    const night = Date.parse('2026-11-20T20:00:00Z');
    const noon = Date.parse('2026-11-20T07:00:00Z');
    const progress = { after: '2026-11-19', asked: null };
    const asked = { through: '2026-11-23', by: { id: 'user:A', name: 'a@club.test' } };
    expect(runAt({ ...progress, asked }, false, night, 'Asia/Karachi')).toEqual(asked);
    expect(runAt(progress, false, night, 'Asia/Karachi')).toBeNull();
    expect(runAt(progress, false, noon, 'Asia/Karachi')).toEqual({ through: '2026-11-20', by: null });
    expect(runAt(progress, true, noon, 'Asia/Karachi')).toBeNull();
    expect(runAt({ ...progress, after: '2026-11-20' }, false, noon, 'Asia/Karachi')).toBeNull();
    // Even what somebody sent at once by mistake can be held back.
    expect(runAt({ ...progress, asked }, true, noon, 'Asia/Karachi')).toBeNull();
  });
});
