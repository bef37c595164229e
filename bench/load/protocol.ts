// What the measuring process and its helper processes say to each other: a job as one line of JSON on standard input, its
// result as one line on standard output.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Statement } from '../../tests/helpers/sent-statements.ts';

/** One HTTP request, ready to be sent. */
export interface Shot {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  path: string;
  headers: Record<string, string>;
  body: string;
}

export interface LoadJob {
  kind: 'load';
  port: number;
  shots: Shot[];
  connections: number;
  /** sent before timing begins, from the front of `shots`; not counted as requests */
  warmUp: number;
  /** how many to send after that; the shots are sent in turn, from the front again when there are no more */
  requests: number;
  /** stops earlier after this time */
  withinMs: number;
  /** whether the bodies of the answers are wanted, those to the warm-up included, in the order of the requests */
  keepAnswers: boolean;
}

export interface LoadResult {
  /** ms of each request, from sending to the last byte */
  times: number[];
  /** from the first request to the last answer, ms */
  wallMs: number;
  /** processor time of the helper itself while it measured, ms: it must stay well below `wallMs` */
  ownCpuMs: number;
  answers: string[];
}

export interface LoopJob {
  kind: 'loop';
  databaseUrl: string;
  /** groups of statements, each what one request sends */
  groups: Statement[][];
  /** how many groups run at the same time, each on a connection of its own; one is enough for SQLite */
  connections: number;
  warmUp: number;
  repeats: number;
  withinMs: number;
}

export interface LoopResult {
  /** ms of each group */
  times: number[];
  wallMs: number;
}

/** Answers every request with the same bytes. */
export interface AnswerJob {
  kind: 'answer';
  headers: Record<string, string>;
  /** base64 */
  body: string;
}

export interface Answering {
  port: number;
  stop(): Promise<void>;
}

const fileOf = (name: 'load' | 'loop' | 'answer') => fileURLToPath(new URL(`./${name}-process.ts`, import.meta.url));

function start(kind: 'load' | 'loop' | 'answer') {
  const child = spawn(process.execPath, [fileOf(kind)], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  return { child, ended };
}

function firstLine(child: ReturnType<typeof start>['child']): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const end = text.indexOf('\n');
      if (end !== -1) resolve(text.slice(0, end));
    });
    child.once('error', reject);
    child.once('close', (code) => reject(new Error(`A measuring process ended with ${code} and no result.`)));
  });
}

async function ask<R>(job: LoadJob | LoopJob): Promise<R> {
  const { child, ended } = start(job.kind);
  child.stdin.end(`${JSON.stringify(job)}\n`);
  const line = await firstLine(child);
  await ended;
  return JSON.parse(line) as R;
}

/** Sends requests from a process of its own. Throws when any answer is no success. */
export const sendLoad = (job: Omit<LoadJob, 'kind'>): Promise<LoadResult> => ask({ kind: 'load', ...job });

/** Runs statements on the driver alone, in a process of its own. */
export const runLoop = (job: Omit<LoopJob, 'kind'>): Promise<LoopResult> => ask({ kind: 'loop', ...job });

/** Starts a bare node:http server in a process of its own. It ends with stop(), or with this process. */
export async function startAnswering(job: Omit<AnswerJob, 'kind'>): Promise<Answering> {
  const { child, ended } = start('answer');
  child.stdin.write(`${JSON.stringify({ kind: 'answer', ...job })}\n`);
  const port = Number(await firstLine(child));
  return {
    port,
    stop: async () => {
      child.stdin.end();
      await ended;
    },
  };
}

/** Reads the job this helper process was given. */
export async function readJob<J>(): Promise<J> {
  let text = '';
  for await (const chunk of process.stdin) {
    text += String(chunk);
    const end = text.indexOf('\n');
    if (end !== -1) return JSON.parse(text.slice(0, end)) as J;
  }
  throw new Error('No job came.');
}
