// Sends requests over keep-alive connections, sequentially on each, and times them. It uses raw sockets: an HTTP client
// library would use as much CPU as the servers it measures on the same machine.
import { connect, type Socket } from 'node:net';
import { type LoadJob, type LoadResult, readJob } from './protocol.ts';
import type { HttpRequest } from '../../tests/helpers/http-request.ts';

const END_OF_HEAD = Buffer.from('\r\n\r\n');
const END_OF_CHUNKS = Buffer.from('0\r\n\r\n');

function bytesOf({ method, path, headers, body }: HttpRequest): Buffer {
  const lines = [`${method} ${path} HTTP/1.1`, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)];
  const bytes = Buffer.from(body);
  if (body !== '' || method !== 'GET') lines.push(`content-length: ${bytes.length}`);
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), bytes]);
}

interface Connection {
  /** Sends a request and returns the response body. */
  exchange(request: Buffer): Promise<Buffer>;
  end(): void;
}

async function open(port: number): Promise<Connection> {
  const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
  });
  let waiting: { resolve: (body: Buffer) => void; reject: (error: Error) => void } | null = null;
  let received: Buffer = Buffer.alloc(0);
  const fail = (reason: string) => {
    waiting?.reject(new Error(reason));
    waiting = null;
  };
  socket.on('error', (error) => fail(error.message));
  socket.on('close', () => fail('The server closed the connection.'));
  socket.on('data', (chunk) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    const headEnds = received.indexOf(END_OF_HEAD);
    if (headEnds === -1 || waiting === null) return;
    const head = received.toString('latin1', 0, headEnds);
    const body = received.subarray(headEnds + END_OF_HEAD.length);
    const length = /^content-length: (\d+)/im.exec(head)?.[1];
    const whole =
      length === undefined ? body.subarray(-END_OF_CHUNKS.length).equals(END_OF_CHUNKS) : body.length >= Number(length);
    if (!whole) return;
    received = Buffer.alloc(0);
    if (!head.startsWith('HTTP/1.1 200')) return fail(`${head.split('\r\n')[0] ?? ''} ${body.toString()}`);
    waiting.resolve(body);
    waiting = null;
  });
  return {
    exchange: (request) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        socket.write(request);
      }),
    end: () => socket.destroy(),
  };
}

async function run(job: LoadJob): Promise<LoadResult> {
  const httpRequests = job.httpRequests.map(bytesOf);
  const connections = await Promise.all(Array.from({ length: job.connections }, () => open(job.port)));
  const bodies: string[] = [];
  const sendRange = async (from: number, count: number, times: number[] | null): Promise<void> => {
    const ends = performance.now() + job.withinMs;
    let next = 0;
    await Promise.all(
      connections.map(async (connection) => {
        while (next < count && performance.now() < ends) {
          const place = next++;
          const started = performance.now();
          const body = await connection.exchange(httpRequests[(from + place) % httpRequests.length] ?? Buffer.alloc(0));
          times?.push(performance.now() - started);
          if (job.keepBodies) bodies[from + place] = body.toString();
        }
      }),
    );
  };
  await sendRange(0, job.warmUp, null);
  const times: number[] = [];
  const cpu = process.cpuUsage();
  const started = performance.now();
  await sendRange(job.warmUp, job.requests, times);
  const wallMs = performance.now() - started;
  const { user, system } = process.cpuUsage(cpu);
  for (const connection of connections) connection.end();
  return { times, wallMs, ownCpuMs: (user + system) / 1000, bodies };
}

process.stdout.write(`${JSON.stringify(await run(await readJob<LoadJob>()))}\n`);
