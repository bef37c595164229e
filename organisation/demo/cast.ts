// The people of the demonstration's organisation: who they are, what they may do, how often they are fined and how they
// pay. Nobody in it exists: names are combined at random, and addresses end in .test.
import type { AccessLevel } from '../../src/core/people/permission.ts';
import { makeName } from '../people.ts';
import { type Random, streamOf } from '../random.ts';
import { DAYS } from './days.ts';
import type { Colleague } from './office.ts';

export interface Person extends Colleague {
  /** of their user record, '' until they have one */
  id: string;
  name: string;
  role: string;
  phone: string;
  access: Exclude<AccessLevel, 'administrator'>;
  /** how many days ago they joined; the first people came with the initial list */
  joined: number;
  /** how often they are fined, relative to others */
  fined: number;
  /** the share of what they owe that they come to pay, from 0 to 1 */
  pays: number;
  /** agreed to have fines deducted from the salary */
  fromSalary: boolean;
  /** chose a password; the others have no account */
  signsIn: boolean;
  /** what they do day by day; their habits above are drawn from another stream of their own */
  random: Random;
}

/** A domain that nobody can own. */
const DOMAIN = 'baadban.test';
const PEOPLE = 84;
const AT_FIRST = 0.7;
const ROLES = [
  'Loader',
  'Driver',
  'Dispatcher',
  'Accountant',
  'Store Keeper',
  'Supervisor',
  'Clerk',
  'Mechanic',
  'Security Guard',
  'Office Assistant',
  'Customs Agent',
  'Trainee',
] as const;

/** Name, first part of the address, role. */
const IN_URDU: readonly (readonly [string, string, string])[] = [
  ['زینب خان', 'zainab.khan', 'اکاؤنٹنٹ'],
  ['محمد عثمان بٹ', 'usman.butt', 'ڈرائیور'],
  ['عائشہ صدیقی', 'ayesha.siddiqui', 'کلرک'],
  ['فیصل اعوان', 'faisal.awan', 'لوڈر'],
  ['صائمہ چیمہ', 'saima.cheema', 'کلرک'],
  ['خالد محمود', 'khalid.mehmood', 'محافظ'],
  ['رابعہ انصاری', 'rabia.ansari', 'سپروائزر'],
  ['شاہد آفریدی خٹک', 'shahid.khattak', 'ڈرائیور'],
  ['طاہر میمن', 'tahir.memon', 'مکینک'],
  ['سدرہ جاوید', 'sidra.javed', 'معاون'],
  ['وقاص بھٹی', 'waqas.bhatti', 'لوڈر'],
  ['نور فاطمہ زیدی', 'noor.zaidi', 'زیرِ تربیت'],
  ['یاسر سومرو', 'yasir.soomro', 'ڈرائیور'],
  ['مریم لودھی', 'maryam.lodhi', 'کلرک'],
  ['عمران کھوکھر', 'imran.khokhar', 'محافظ'],
  ['ثنا قریشی', 'sana.qureshi', 'معاون'],
];

export interface Cast {
  /** in the order in which they joined */
  all: readonly Person[];
  /** the accountant, who manages the fund */
  manager: Person;
  /** the people who take payments: one from the beginning, the other for the last year */
  collectors: readonly [Person, Person];
  viewer: Person;
  /** a member who sees only their own records, and one who reads Urdu */
  member: Person;
  reader: Person;
}

export function makeCast(seed: number): Cast {
  const people: Person[] = [];
  const add = (given: Pick<Person, 'name' | 'role'> & Partial<Person> & { address?: string }): Person => {
    const { name, address = name.toLowerCase().replaceAll(' ', '.'), ...rest } = given;
    const place = people.length;
    const habit = (what: string): Random => streamOf(seed, what, address);
    const person: Person = {
      id: '',
      name,
      email: `${address}@${DOMAIN}`,
      // The prefix belongs to no network.
      phone: `0300 00000${String(place + 10)}`,
      access: 'member',
      joined: place < PEOPLE * AT_FIRST ? DAYS : 20 + habit('joined').below(620),
      fined: place % 14 === 13 ? 0 : Math.exp(0.8 * habit('fined').normal()),
      pays: Math.min(1, Math.max(0.05, 0.6 + 0.3 * habit('pays').normal())),
      fromSalary: habit('from salary').chance(0.4),
      onPhone: true,
      signsIn: habit('signs in').chance(0.3),
      random: habit('days'),
      ...rest,
    };
    people.push(person);
    return person;
  };
  const calm = { fined: 0.3, pays: 0.9, fromSalary: false, onPhone: false, signsIn: true };
  const manager = add({ name: 'Nadia Qureshi', role: 'Accountant', access: 'manager', ...calm });
  const first = add({ name: 'Imran Shaikh', role: 'Cashier', access: 'collector', ...calm });
  const second = add({ name: 'Samina Baloch', role: 'Supervisor', access: 'collector', ...calm, joined: 380 });
  const viewer = add({ name: 'Bushra Lodhi', role: 'Auditor', access: 'viewer', ...calm, fined: 0 });
  const member = add({ name: 'Hamza Awan', role: 'Driver', fined: 2, pays: 0.7, fromSalary: false, signsIn: true });
  const urdu = IN_URDU.map(([name, address, role]) => add({ name, address, role }));
  const [reader = member] = urdu;
  Object.assign(reader, { fined: 1.5, pays: 0.6, fromSalary: false, signsIn: true, joined: DAYS });
  const taken = new Set(people.map(({ name }) => name));
  const names = streamOf(seed, 'names');
  while (people.length < PEOPLE) {
    const name = makeName(names, 'Latin');
    if (!taken.has(name)) add({ name, role: streamOf(seed, 'role', name).pick(ROLES) });
    taken.add(name);
  }
  const all = people.toSorted((a, b) => b.joined - a.joined);
  return { all, manager, collectors: [first, second], viewer, member, reader };
}

/**
 * Picks different people to be fined on the same day, in proportion to how often they are. Each draws a number of their
 * own and the lowest are picked, so that a change of one habit moves at most one other person.
 */
export function pickFined(present: readonly Person[], count: number): Person[] {
  const drawn = present.map((person) => ({ person, at: -Math.log(1 - person.random.fraction()) / person.fined }));
  const inOrder = drawn.filter(({ at }) => Number.isFinite(at)).toSorted((a, b) => a.at - b.at);
  return inOrder.slice(0, count).map(({ person }) => person);
}
