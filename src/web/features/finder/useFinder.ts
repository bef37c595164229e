// What the finder has found: the server's matches for the term, and the screens and actions with matching names.
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useMemo, useState } from 'react';
import { addFines } from '../../../contract/fines/fines.ts';
import { takePayment } from '../../../contract/money/payments.ts';
import { remind } from '../../../contract/money/reminders.ts';
import { find, type Found } from '../../../contract/overview.ts';
import { type AccessLevel, isAllowed } from '../../../core/people/permission.ts';
import { foldDigits } from '../../../core/text/letters.ts';
import { useRead } from '../../api/hooks.ts';
import { loadAllTexts } from '../../messages/index.ts';
import { receiptPath, personPath, statementPath, voucherPath } from '../../routing/paths.ts';
import { type Command, commandsCalled, commandsFor } from './commands.ts';

/** Superseded requests are aborted; this keeps a fast typist from sending every letter. */
const DEBOUNCE_MS = 60;

type Paper = Found['receipts'][number];

/** What is done with the person found: the first three on the screen on show, or on the person's. */
export type Deed = 'collect' | 'fine' | 'remind' | 'statement';

export type Item = { id: string; to?: string } & (
  | { kind: 'person'; person: Found['people'][number] }
  | { kind: 'deed'; deed: Deed; person: Found['people'][number] }
  | { kind: 'receipt' | 'voucher'; paper: Paper }
  | { kind: 'command'; command: Command }
);

export interface Group {
  name: 'people' | 'receipts' | 'vouchers' | 'actions' | 'screens';
  items: readonly Item[];
}

export interface Finding {
  /** the groups that are not empty */
  groups: readonly Group[];
  /** they belong to what is typed now */
  fresh: boolean;
  /** there are more people */
  more: boolean;
  error: unknown;
}

const NOTHING: Found = { people: [], more: false, receipts: [], vouchers: [] };

export function useFinder(typed: string, access: AccessLevel): Finding {
  const term = typed.trim();
  const [search] = useDebouncedValue(term, DEBOUNCE_MS);
  const query = useRead(find, { query: { search } }, { enabled: search !== '' });
  const found = search === '' || term === '' ? NOTHING : (query.data ?? NOTHING);
  const commands = useMemo(() => commandsFor(access), [access]);
  const isNamed = useNamesFor(term);
  return {
    groups: groupsOf(term, found, isNamed ? commandsCalled(commands, term) : [], access),
    fresh:
      isNamed && term === search && (search === '' || query.isError || (query.isSuccess && !query.isPlaceholderData)),
    more: found.more,
    error: search === '' ? null : query.error,
  };
}

const PHONE = /^(?:\+|0[1-9])/;

/** The statement first: it is what Enter meant after an arrow before the others were there. */
const deedsFor = (person: Found['people'][number], access: AccessLevel): Item[] => {
  const owes = person.pendingFine > 0;
  const deeds: readonly { deed: Deed; may: boolean; to?: string }[] = [
    { deed: 'statement', may: true, to: statementPath(person.id) },
    { deed: 'collect', may: owes && isAllowed(takePayment.needs, access) },
    { deed: 'fine', may: isAllowed(addFines.needs, access), to: `${personPath(person.id)}?add=true` },
    { deed: 'remind', may: owes && isAllowed(remind.needs, access) },
  ];
  return deeds
    .filter(({ may }) => may)
    .map(({ deed, to }) => ({ id: deed, kind: 'deed', deed, person, ...(to !== undefined && { to }) }));
};

function groupsOf(
  term: string,
  { people, receipts, vouchers }: Found,
  commands: readonly Command[],
  access: AccessLevel,
): Group[] {
  const ofKind = (kind: Command['kind']): Item[] =>
    commands
      .filter((command) => command.kind === kind)
      .map((command) => ({
        id: command.text,
        kind: 'command',
        command,
        ...(command.to !== undefined && { to: command.to }),
      }));
  const papers = (kind: 'receipt' | 'voucher', all: readonly Paper[]): Item[] =>
    all.map((paper) => ({
      id: paper.name,
      kind,
      paper,
      to: kind === 'receipt' ? receiptPath(paper.name) : voucherPath(paper.name),
    }));
  const [only] = people.length === 1 ? people : [];
  const ofPeople: Group = {
    name: 'people',
    items: [
      ...people.map((person): Item => ({ id: person.id, kind: 'person', person, to: personPath(person.id) })),
      ...(only === undefined ? [] : deedsFor(only, access)),
    ],
  };
  const ofPapers: Group[] = [
    { name: 'receipts', items: papers('receipt', receipts) },
    { name: 'vouchers', items: papers('voucher', vouchers) },
  ];
  const groups: Group[] = [
    // A number means a receipt rather than a part of somebody's e-mail, unless it begins like a phone number.
    ...(PHONE.test(foldDigits(term)) ? [ofPeople, ...ofPapers] : [...ofPapers, ofPeople]),
    { name: 'actions', items: ofKind('action') },
    { name: 'screens', items: ofKind('screen') },
  ];
  return groups.filter(({ items }) => items.length > 0);
}

/**
 * Whether the names of screens and actions are there in the script of the term: the Urdu ones are fetched for somebody
 * who types one on an English page. If they cannot be, the English ones have to do.
 */
function useNamesFor(term: string): boolean {
  const [isFetched, setFetched] = useState(false);
  const isUrdu = /\p{Script=Arabic}/u.test(term);
  useEffect(() => {
    if (!isUrdu) return;
    void loadAllTexts()
      .catch(() => undefined)
      .then(() => setFetched(true));
  }, [isUrdu]);
  return isFetched || !isUrdu;
}
