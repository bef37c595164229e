// The protocol between the measuring process and its helper processes: a job as one line of JSON on stdin, the result
// as one line on stdout.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { HttpRequest } from '../../tests/helpers/http-request.ts';
import type { Statement } from '../../tests/helpers/sent-statements.ts';

export interface LoadJob {
  kind: 'load';
  port: number;
  httpRequests: HttpRequest[];
  connections: number;
  /** requests sent before timing, from the start of `httpRequests` */
  warmUp: number;
  /** requests sent after that; `httpRequests` is repeated as often as necessary */
  requests: number;
  /** time limit */
  withinMs: number;
  /** whether to return the response bodies, including the warm-up's, in the order of the requests */
  keepBodies: boolean;
}

export interface LoadResult {
  /** ms of each request until the last byte */
  times: number[];
  /** from the first request to the last response, ms */
  wallMs: number;
  /** CPU time of the helper itself, ms; must stay well below `wallMs` */
  ownCpuMs: number;
  bodies: string[];
}

export interface LoopJob {
  kind: 'loop';
  databaseUrl: string;
  /** the statements of each request */
  groups: Statement[][];
  /** how many groups run concurrently, each on its own connection; SQLite always uses one */
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

/** Sends the same response to every request. */
export interface BareHttpJob {
  kind: 'bare-http';
  headers: Record<string, string>;
  /** base64 */
  body: string;
}

export interface BareHttpServer {
  port: number;
  stop(): Promise<void>;
}

type Kind = (LoadJob | LoopJob | BareHttpJob)['kind'];

const fileOf = (name: Kind) => fileURLToPath(new URL(`./${name}-process.ts`, import.meta.url));

function start(kind: Kind) {
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

/** Sends requests from a separate process. Throws if any response is an error. */
export const sendLoad = (job: Omit<LoadJob, 'kind'>): Promise<LoadResult> => ask({ kind: 'load', ...job });

/** Runs statements on the driver alone, in a separate process. */
export const runLoop = (job: Omit<LoopJob, 'kind'>): Promise<LoopResult> => ask({ kind: 'loop', ...job });

/** Starts a bare node:http server in a separate process. It ends with stop(), or with this process. */
export async function startBareHttp(job: Omit<BareHttpJob, 'kind'>): Promise<BareHttpServer> {
  const { child, ended } = start('bare-http');
  child.stdin.write(`${JSON.stringify({ kind: 'bare-http', ...job })}\n`);
  const port = Number(await firstLine(child));
  return {
    port,
    stop: async () => {
      child.stdin.end();
      await ended;
    },
  };
}

/** Reads this helper process's job from stdin. */
export async function readJob<J>(): Promise<J> {
  let text = '';
  for await (const chunk of process.stdin) {
    text += String(chunk);
    const end = text.indexOf('\n');
    if (end !== -1) return JSON.parse(text.slice(0, end)) as J;
  }
  throw new Error('No job came.');
}
