// The table of operations beside their floors.
import { columns } from '../measure/figures.ts';
import type { Compared } from './compare.ts';

/** A share of a processor beyond which the sending process, not the server, may be what was measured. */
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

/** Requests a second over twenty connections and milliseconds; "!" marks ratios below the target. */
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
