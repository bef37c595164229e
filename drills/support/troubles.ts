// What the trouble drill does to a server, one trouble after the other, and what it notes of each.
import { type ServerProcess } from '../../tests/helpers/server-process.ts';
import { type Findings, pause } from './drill.ts';
import { type Probe, type Reply, summary } from './probe.ts';

export interface Trouble {
  name: string;
  /** in the long and in the short form, ms */
  lasts: { long: number; short: number };
  /** what must hold meanwhile: 'served', 'refused' (some are, none otherwise), 'slow' (each is one or the other) */
  reads: 'served' | 'refused' | 'slow';
  writes: 'refused' | 'slow';
  /** the longest a request may take, ms */
  boundMs: number;
  begin(): Promise<void>;
  end(): Promise<void>;
}

/** Troubles to choose from, and what has to be put away afterwards. */
export interface TroubledDatabase {
  url: string;
  /** The server runs on it; it may be started again by a trouble. */
  troubles(server: { now(): ServerProcess; restart(): Promise<void> }): Trouble[];
  remove(): Promise<void>;
}

/** From the trouble's end until a write succeeds, behind those that still wait for their turn; ms. */
const RECOVERS_WITHIN_MS = 20_000;

/** How much longer it lasts, at the most, until what it must lead to was seen; ms. */
const LONGER_MS = 20_000;

/** Lets one trouble happen to a server under load, and adds what was seen. */
export async function undergo(
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
    // A busy machine may not have come to what must be seen.
    for (let n = 0; n < LONGER_MS / 100 && !seen(); n++) await pause(100);
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
    up && recovered !== null && recovered <= RECOVERS_WITHIN_MS,
    recovered === null ? 'never' : `${Math.round(recovered)} ms after`,
  );
}

const EXPECTED = { served: 'are served', refused: 'get a clear 503', slow: 'get an answer or a clear 503' };

function agrees(replies: readonly Reply[], expected: Trouble['reads']): boolean {
  if (expected === 'served') return replies.every(({ status }) => status === 200);
  return expected === 'slow' || replies.some(({ status }) => status === 503);
}
