// The faults of the trouble drill: how each is run, and what is checked.
import { type ServerProcess } from '../../tests/helpers/server-process.ts';
import { type Findings, pause } from './drill.ts';
import { type Probe, type Reply, summary } from './probe.ts';

export interface Trouble {
  name: string;
  /** duration in the long and the short form, ms */
  lasts: { long: number; short: number };
  /** the expected responses: 'served': only 200; 'refused': 200 or 503, at least one 503; 'slow': 200 or 503 */
  reads: 'served' | 'refused' | 'slow';
  writes: 'refused' | 'slow';
  /** the longest a request may take, ms */
  boundMs: number;
  begin(): Promise<void>;
  end(): Promise<void>;
}

/** A database and its faults. */
export interface TroubledDatabase {
  url: string;
  /** The faults for a running server, which they may restart. */
  troubles(server: { now(): ServerProcess; restart(): Promise<void> }): Trouble[];
  remove(): Promise<void>;
}

/** Maximum time from the end of the fault until a write succeeds, including the write queue, ms. */
const RECOVERY_MS = 20_000;

/** Maximum extension of the fault until the expected refusals were seen, ms. */
const MAX_EXTENSION_MS = 20_000;

/** Runs one fault on a server under load, and adds the findings. */
export async function runTrouble(
  trouble: Trouble,
  { probe, server, short, findings }: { probe: Probe; server: () => ServerProcess; short: boolean; findings: Findings },
): Promise<void> {
  const { name, boundMs } = trouble;
  await trouble.begin();
  const { pid } = server();
  const begun = performance.now();
  const seen = (): boolean =>
    (['read', 'write'] as const).every((kind) => {
      const expected = kind === 'read' ? trouble.reads : trouble.writes;
      const replies = probe.replies.filter((reply) => reply.kind === kind && reply.at >= begun);
      return expected !== 'refused' || replies.some(({ status }) => status === 503);
    });
  try {
    await pause(short ? trouble.lasts.short : trouble.lasts.long);
    // On a busy machine the expected refusals may come later.
    for (let n = 0; n < MAX_EXTENSION_MS / 100 && !seen(); n++) await pause(100);
  } finally {
    await trouble.end();
  }
  const ended = performance.now();
  const recovered = await probe.untilWritten(30_000);
  await probe.settled();
  const during = probe.replies.filter(({ at }) => at >= begun && at < ended);
  for (const [kind, expected] of [
    ['read', trouble.reads],
    ['write', trouble.writes],
  ] as const) {
    const replies = during.filter((reply) => reply.kind === kind);
    const { text, clear, slowestMs } = summary(replies);
    const holds = clear && slowestMs <= boundMs && replies.length > 0 && agrees(replies, expected);
    findings.add(`${name}: ${kind}s ${EXPECTED[expected]}`, holds, `${text} (bound ${boundMs})`);
  }
  const up = server().running() && server().pid === pid;
  findings.add(
    `${name}: the process stays up and writes again by itself`,
    up && recovered !== null && recovered <= RECOVERY_MS,
    recovered === null ? 'never' : `${Math.round(recovered)} ms after`,
  );
}

const EXPECTED = { served: 'are served', refused: 'get a clear 503', slow: 'get an answer or a clear 503' };

function agrees(replies: readonly Reply[], expected: Trouble['reads']): boolean {
  if (expected === 'served') return replies.every(({ status }) => status === 200);
  return expected === 'slow' || replies.some(({ status }) => status === 503);
}
