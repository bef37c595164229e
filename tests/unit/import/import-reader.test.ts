// Reading an export: the fixture with its expected figures, and odd or malicious files.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BooksError } from '../../../src/core/fines/fine.ts';
import { MAX_TOTAL } from '../../../src/core/money/money.ts';
import { ExportError } from '../../../src/server/tools/import/export-file.ts';
import { figuresOf } from '../../../src/server/tools/import/import-data.ts';
import { readExport } from '../../../src/server/tools/import/import-reader.ts';
import { importReport } from '../../../src/server/tools/import/import-report.ts';
import { KINDS, type Kind } from '../../../src/server/tools/import/irregularities.ts';

const fixtures = join(import.meta.dirname, '../../fixtures');
const NOW = Date.parse('2026-11-18T07:00:00Z');

const read = (text: string) => readExport(text, { timeZone: 'Asia/Karachi', now: NOW });
const readCollections = (collections: unknown) => read(JSON.stringify({ __collections__: collections }));
/** Reads an export of one user's fines, given by id. */
const readFines = (fines: unknown) => readCollections({ Fines: { U1: { __collections__: { fines } } } });
const fine = (fields: object) => ({ fineType: 'Late', amount: 100, date: '2026-11-02', status: 'Pending', ...fields });
const at = (seconds: number, nanoseconds = 0) => ({
  __datatype__: 'timestamp',
  value: { _seconds: seconds, _nanoseconds: nanoseconds },
});

describe('the fixture', () => {
  const { data, irregularities } = read(readFileSync(join(fixtures, 'firestore-cut.json'), 'utf8'));
  const expected = JSON.parse(readFileSync(join(fixtures, 'firestore-cut.expected.json'), 'utf8')) as {
    [figure: string]: unknown;
    irregularities: Record<string, number>;
    byUser: Record<string, unknown>;
  };
  const { organisation, used, byUser } = figuresOf(data);

  it('has the expected counts and totals, to the paisa [IMPORT-4]', () => {
    expect({
      users: data.users.filter((user) => user.present).length,
      unknownUsers: data.users.filter((user) => !user.present).length,
      fines: organisation.fineCount,
      paidFines: organisation.paidCount,
      totalPaisa: organisation.total,
      pendingPaisa: organisation.pending,
      events: data.events.length,
      usedPaisa: used,
    }).toEqual({ ...expected, irregularities: undefined, byUser: undefined });
  });

  it('has the expected figures for every user', () => {
    const figures = Array.from(byUser, ([id, { fineCount, total, pending }]) => [
      id,
      { fines: fineCount, totalPaisa: total, pendingPaisa: pending },
    ]);
    expect(Object.fromEntries(figures)).toEqual(expected.byUser);
  });

  it('lists every irregularity, and none that does not exist [IMPORT-2, IMPORT-5]', () => {
    const counts = (Object.keys(KINDS) as Kind[]).map((kind) => [kind, irregularities.of(kind).length] as const);
    expect(Object.fromEntries(counts.filter(([, count]) => count > 0))).toEqual(expected.irregularities);
  });

  it('says for each irregularity what and where it was, and how it was handled [IMPORT-2]', () => {
    const { reason = '', path = '' } = irregularities.of('summary-disagrees')[0] ?? {};
    expect(path).toMatch(/^Fines\/\w+$/);
    expect(reason).toMatch(/^TotalFine is .+, PendingFine .+; the fines add up to Rs\. .+, pending Rs\. .+$/);
    expect(irregularities.of('email-taken')).toEqual([
      {
        path: 'users/A75haEEhvlx1D1UXogft',
        reason: 'userEmail is "USER3.ALIYA@EXAMPLE.PK", which users/aeYxyc8RywkVSRDnptz0 has',
      },
    ]);
  });

  it('lists everything in the file, and shortens long lists on the screen', () => {
    const options = { source: 'x.json', outcome: ['The end.'] };
    const full = importReport(data, irregularities, { ...options, listed: Infinity, full: true });
    const screen = importReport(data, irregularities, { ...options, listed: 2, full: false });
    for (const { path } of irregularities.of('amount-refused')) expect(full).toContain(`${path}: the amount`);
    expect(full).toContain(`${data.users[0]?.id}: `);
    expect(full).not.toContain('more, in the report file');
    expect(screen).toContain('… and 2 more, in the report file');
    expect(screen).toContain('Total fines        Rs. 36,501.88');
    expect(screen.trimEnd().endsWith('The end.')).toBe(true);
  });
});

describe('a file that is not an export', () => {
  it.each([
    ['', /^The file is not JSON/],
    ['{"__collections__": {', /^The file is not JSON/],
    ['[]', /^The file is not a Firestore export/],
    ['null', /^The file is not a Firestore export/],
    ['{"users": {}}', /^The file is not a Firestore export/],
    ['{"__collections__": []}', /^The file is not a Firestore export/],
    ['{"__collections__": {"shops": {}}}', /^The export holds none of the collections/],
  ])('is refused with one sentence: %s', (text, sentence) => {
    expect(() => read(text)).toThrow(ExportError);
    expect(() => read(text)).toThrow(sentence);
  });

  it('may begin with a byte order mark', () => {
    expect(read('\uFEFF{"__collections__": {"users": {}}}').data.users).toEqual([]);
  });
});

describe('fines', () => {
  it('are ordered by creation, then by path, and keep times to the millisecond', () => {
    const { data } = readFines({
      b: fine({ createdAt: at(200) }),
      c: fine({ createdAt: at(100, 999_999_000) }),
      a: fine({ createdAt: at(200) }),
    });
    expect(data.fines.map(({ id, created_at }) => [id, created_at])).toEqual([
      ['c', 100_999],
      ['a', 200_000],
      ['b', 200_000],
    ]);
  });

  it('are Paid only with exactly that word, and only then have a paidOn', () => {
    const { data, irregularities } = readFines({
      a: fine({ status: 'Paid', paidOn: at(300), createdAt: at(1) }),
      b: fine({ status: 'paid', paidOn: at(300), createdAt: at(2) }),
      c: fine({ status: { odd: true }, createdAt: at(3) }),
    });
    expect(data.fines.map(({ status, paid_on }) => [status, paid_on])).toEqual([
      ['Paid', 300_000],
      ['Pending', null],
      ['Pending', null],
    ]);
    expect(irregularities.of('status-odd')).toHaveLength(2);
    expect(irregularities.of('paid-on-dropped')).toHaveLength(1);
  });

  it('with an unreadable date take the day of createdAt, or otherwise of any other known time', () => {
    const created = at(Date.parse('2026-05-01T20:00:00Z') / 1000);
    const { data } = readFines({
      a: fine({ date: 'soon', createdAt: created }),
      b: fine({ date: undefined, lastUpdated: created }),
      c: fine({ date: 'soon', createdAt: 'never' }),
    });
    expect(data.fines.map(({ id, date }) => [id, date])).toEqual([
      ['a', '2026-05-02'],
      ['b', '2026-05-02'],
      ['c', '2026-11-18'],
    ]);
  });

  it('dated more than a year ahead take the day of createdAt, and are listed [DATE-7]', () => {
    const created = at(Date.parse('2026-05-01T20:00:00Z') / 1000);
    const { data, irregularities } = readFines({
      a: fine({ date: '2062-11-20', createdAt: created }),
      b: fine({ date: '2027-11-18', createdAt: created }),
    });
    expect(data.fines.map(({ date }) => date)).toEqual(['2026-05-02', '2027-11-18']);
    expect(irregularities.of('date-too-far')).toEqual([
      { path: expect.any(String) as string, reason: 'date is "2062-11-20", taken as 2026-05-02' },
    ]);
  });

  it('with the same id under two users are both kept, the younger with a new id', () => {
    const { data, irregularities } = readCollections({
      Fines: {
        U1: { __collections__: { fines: { F: fine({ createdAt: at(2) }), 'F-2': fine({ createdAt: at(3) }) } } },
        U2: { __collections__: { fines: { F: fine({ createdAt: at(1) }) } } },
      },
    });
    expect(data.fines.map(({ id, user_id }) => [id, user_id])).toEqual([
      ['F', 'U2'],
      ['F-3', 'U1'],
      ['F-2', 'U1'],
    ]);
    expect(irregularities.of('fine-id-repeated')).toEqual([{ path: 'Fines/U1/fines/F', reason: 'the id is now F-3' }]);
  });

  it('that are not documents, or whose id no operation could name, are refused', () => {
    const { data, irregularities } = readFines({
      a: null,
      b: 'x',
      ['c'.repeat(129)]: fine({}),
      'd\u0007': fine({}),
      e: fine({}),
    });
    expect(data.fines.map(({ id }) => id)).toEqual(['e']);
    expect(irregularities.count('refused')).toBe(4);
  });

  it('with texts longer than our fields are shortened and listed', () => {
    const { data, irregularities } = readFines({ a: fine({ fineType: 'x'.repeat(100_000) }) });
    expect(data.fines[0]?.fine_type).toHaveLength(120);
    expect(irregularities.of('text-cut')[0]?.reason).toBe('fineType has 100000 characters, 120 were kept');
  });
});

describe('users', () => {
  it('have the e-mail of userEmail or email; invalid and duplicate ones are omitted and listed', () => {
    const { data, irregularities } = readCollections({
      users: {
        a: { userName: 'A', userEmail: ' One@Example.pk ' },
        b: { userName: 'B', email: 'one@example.PK' },
        c: { userName: 'C', userEmail: 'n/a' },
        d: { userName: 'D', userEmail: '', email: 'two@example.pk' },
      },
    });
    expect(data.users.map(({ user_email }) => user_email)).toEqual(['One@Example.pk', null, null, 'two@example.pk']);
    expect(irregularities.of('email-taken')).toHaveLength(1);
    expect(irregularities.of('email-invalid')).toHaveLength(1);
  });

  it('who were locked out stay locked out', () => {
    const { data } = readCollections({
      users: { a: { status: 'inactive' }, b: { status: 'on leave' }, c: {}, d: { status: 'Inactive' } },
    });
    expect(data.users.map(({ status }) => status)).toEqual(['Inactive', 'Active', 'Active', 'Inactive']);
  });

  it('may have ids that mean something in JavaScript', () => {
    const text = `{"__collections__": {
      "users": {"__proto__": {"userName": "P", "isAdministrator": true}, "constructor": {"userName": "C"}},
      "Fines": {
        "__proto__": {"TotalFine": 100, "PendingFine": 100, "__collections__": {"fines": {"__proto__": {"amount": 100, "date": "2026-11-02"}}}},
        "toString": {"__collections__": {"fines": {"hasOwnProperty": {"amount": 7, "date": "2026-11-02"}}}}}}}`;
    const { data, irregularities } = read(text);
    expect(data.users.map(({ id, user_name }) => [id, user_name])).toEqual([
      ['__proto__', 'P'],
      ['constructor', 'C'],
      ['toString', ''],
    ]);
    expect(data.fines.map(({ id, user_id, amount }) => [id, user_id, amount])).toEqual([
      ['__proto__', '__proto__', 10_000],
      ['hasOwnProperty', 'toString', 700],
    ]);
    expect(irregularities.of('summary-disagrees')).toEqual([]);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });
});

describe('everything else in the file', () => {
  it('is listed: unknown collections and fields are not dropped silently', () => {
    const { irregularities } = readCollections({
      users: { a: { userName: 'A', shoeSize: 44, __collections__: { notes: { n: {} } } } },
      chats: { x: {}, y: {} },
    });
    expect(irregularities.of('field-unknown')).toEqual([{ path: 'users/a', reason: '"shoeSize" is 44' }]);
    expect(irregularities.of('collection-unknown')).toEqual([
      { path: 'users/a/notes', reason: '1 documents' },
      { path: 'chats', reason: '2 documents' },
    ]);
  });

  it('does not affect our own rules: a foreign setting under their id is ignored, one that is not a boolean is off', () => {
    const { data, irregularities } = readCollections({
      appSetupAction: { 1: { allowDisallow: 'true' }, 'members-see-everyone': { allowDisallow: true } },
    });
    expect(data.settings).toEqual([{ id: '1', description: '', allow_disallow: 0 }]);
    expect(irregularities.of('setting-odd')).toHaveLength(2);
  });

  it('is refused as a whole if its figures are too large to be exact', () => {
    const { data } = readCollections({
      Fines: { U1: { __collections__: { fines: { a: fine({}), b: fine({}) } } } },
      Events: { e: { title: 'E', amount: 5 }, f: { title: 'F', amount: 5 } },
    });
    const fines = data.fines.map((each) => ({ ...each, amount: MAX_TOTAL }));
    const events = data.events.map((each) => ({ ...each, amount: MAX_TOTAL }));
    expect(() => figuresOf({ ...data, fines })).toThrow(BooksError);
    expect(() => figuresOf({ ...data, events })).toThrow(BooksError);
  });
});
