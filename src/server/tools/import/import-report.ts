// The text report of an import: what was or would be imported, and what a person should review.
import { type Paisa, formatRs } from '../../../core/money/money.ts';
import { displayName } from '../../../core/people/person-name.ts';
import { availableBalance, collected, collectionRate } from '../../../core/money/totals.ts';
import { figuresOf, type ImportData } from './import-data.ts';
import { type Group, type Irregularities, KINDS } from './irregularities.ts';

const HEADINGS: Record<Group, string> = {
  refused: 'Refused: these records are not imported',
  look: 'Please look at these: each line says how they were imported',
  taken: 'Taken without doubt',
};

interface ReportOptions {
  /** name of the export file */
  source: string;
  /** the last lines: what was done, or what to do next */
  outcome: readonly string[];
  /** maximum lines of a list; the others are only counted. Infinity for the file */
  listed: number;
  /** whether to list unambiguous irregularities and every user's figures as well */
  full: boolean;
}

export function importReport(data: ImportData, irregularities: Irregularities, options: ReportOptions): string {
  const sections = [
    [`Import of ${options.source}`],
    summaryLines(data),
    ...(['refused', 'look', 'taken'] as const).map((group) => groupLines(irregularities, group, options)),
    options.full ? userLines(data) : [],
    options.outcome,
  ];
  return `${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

function summaryLines(data: ImportData): string[] {
  const { organisation, used } = figuresOf(data);
  const present = data.users.filter((user) => user.present).length;
  const others = data.users.length - present;
  const count = (value: number) => value.toLocaleString('en');
  const money = (paisa: Paisa) => formatRs(paisa);
  return aligned([
    ['Users', count(present) + (others === 0 ? '' : `, and ${count(others)} "Unknown User" without a document`)],
    ['Fines', `${count(organisation.fineCount)}, of which ${count(organisation.paidCount)} Paid`],
    ['Events', count(data.events.length)],
    ['Settings', count(data.settings.length)],
    ['Total fines', money(organisation.total)],
    ['Pending', money(organisation.pending)],
    ['Collected', `${money(collected(organisation))} (${collectionRate(organisation)}%)`],
    ['Used for events', money(used)],
    ['Available balance', money(availableBalance(collected(organisation), used))],
  ]);
}

function groupLines(irregularities: Irregularities, group: Group, { listed, full }: ReportOptions): string[] {
  const kinds = irregularities.kinds(group);
  if (kinds.length === 0) return [];
  const lines = [`${HEADINGS[group]} (${irregularities.count(group)})`];
  for (const kind of kinds) {
    const found = irregularities.of(kind);
    lines.push(`  ${String(found.length).padStart(6)}  ${KINDS[kind].title}`);
    if (group === 'taken' && !full) continue;
    for (const { path, reason } of found.slice(0, listed)) lines.push(`            ${path}: ${reason}`);
    if (found.length > listed) lines.push(`            … and ${found.length - listed} more, in the report file`);
  }
  return lines;
}

function userLines(data: ImportData): string[] {
  const { byUser } = figuresOf(data);
  const lines = data.users.map((user) => {
    const figures = byUser.get(user.id);
    const { fineCount = 0, total = 0, pending = 0 } = figures ?? {};
    return `  ${user.id}: ${fineCount} fines, total ${formatRs(total)}, pending ${formatRs(pending)} (${displayName(user.user_name)})`;
  });
  return lines.length === 0 ? [] : ['Figures of every user', ...lines];
}

function aligned(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`);
}
