// The table of operations and their floors.
import { columns } from '../measure/figures.ts';
import type { Compared } from './compare.ts';

/** Above this CPU share the sending process may be the bottleneck; marked with "*". */
const BUSY_SENDER = 0.9;

const HEADER = [
  'Operation',
  'ours /s',
  'http /s',
  'sql /s',
  'ratio',
  'floor',
  'p99 at 20',
  'p50 alone',
  'http',
  'sql',
  'p99 alone',
];

/** "!" marks ratios below the target. */
export function comparedTable(compared: readonly Compared[]): string {
  return columns(
    HEADER,
    compared.map(({ name, ours, http, sql, floor, ratio, target, senderShare }) => [
      name,
      `${ours.perSecond.toFixed(0)}${senderShare > BUSY_SENDER ? ' *' : ''}`,
      http.perSecond.toFixed(0),
      sql.perSecond.toFixed(0),
      `${ratio < target ? '! ' : ''}${ratio.toFixed(2)}`,
      floor,
      ours.many.p99.toFixed(1),
      ours.one.p50.toFixed(2),
      http.one.p50.toFixed(2),
      sql.one.p50.toFixed(2),
      ours.one.p99.toFixed(2),
    ]),
  );
}
