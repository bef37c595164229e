// The live feed for several tabs: one stream, resumed for all, and never another account's; and what a tab does if the
// worker is missing.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFeed, type Listener, type Message } from '../../../src/web/api/live/feed.ts';
import { type ConnectWorker, createSharedFeed } from '../../../src/web/api/live/shared-feed.ts';

const EMAIL = 'clerk@example.pk';

/** The requested streams, to which the test writes. */
let streams: { lastEventId: string | null; signal: AbortSignal; send: (text: string) => void; end: () => void }[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  streams = [];
  vi.stubGlobal(
    'fetch',
    (_address: string, { headers, signal }: { headers: Record<string, string>; signal: AbortSignal }) => {
      let writer: ReadableStreamDefaultController<Uint8Array>;
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => {
          writer = controller;
          signal.addEventListener('abort', () => controller.error(signal.reason));
        },
      });
      streams.push({
        lastEventId: new Headers(headers).get('last-event-id'),
        signal,
        send: (text) => writer.enqueue(new TextEncoder().encode(text)),
        end: () => writer.close(),
      });
      return Promise.resolve(new Response(body, { headers: { 'content-type': 'text/event-stream' } }));
    },
  );
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const settle = (ms = 0) => vi.advanceTimersByTimeAsync(ms);
const hello = (email = EMAIL) => `event: hello\ndata: ${JSON.stringify({ email })}\n\n`;
const change = (id: string) => `event: change\nid: ${id}\ndata: {}\n\n`;

/** A listener and what it heard, without signs of life. */
function tab() {
  const heard: Message[] = [];
  return { heard, listen: (message: Message) => void (message.type === 'alive' || heard.push(message)) };
}
const CONNECTED = { type: 'connection', connection: 'connected' } as const;
const LOST = { type: 'connection', connection: 'reconnecting' } as const;

test('tabs share a stream; a later one is notified at once unless it has the same version', async () => {
  const feed = createFeed(EMAIL);
  const [first, same, older, none] = [tab(), tab(), tab(), tab()];
  const stops = [feed.listen(first.listen, '7')];
  await settle();
  streams[0]?.send(hello());
  await settle();
  stops.push(feed.listen(same.listen, '7'), feed.listen(older.listen, '6'), feed.listen(none.listen, ''));
  streams[0]?.send(change('8'));
  await settle();
  expect(streams.map(({ lastEventId }) => lastEventId)).toEqual(['7']);
  const [seven, eight] = ['7', '8'].map((version) => ({ type: 'change', version }) as const);
  expect(first.heard).toEqual([CONNECTED, eight]);
  expect(same.heard).toEqual([CONNECTED, eight]);
  expect(older.heard).toEqual([CONNECTED, seven, eight]);
  expect(none.heard).toEqual([CONNECTED, seven, eight]);
  for (const stop of stops.slice(1)) stop();
  expect(streams[0]?.signal.aborted).toBe(false);
  stops[0]?.();
  expect(streams[0]?.signal.aborted).toBe(true);
});

test('a break is reported to each tab, and the stream resumes from the last version', async () => {
  const feed = createFeed(EMAIL);
  const [first, second] = [tab(), tab()];
  feed.listen(first.listen, '7');
  await settle();
  streams[0]?.send(hello() + change('8'));
  await settle();
  streams[0]?.end();
  await settle();
  feed.listen(second.listen, '8');
  expect(first.heard.at(-1)).toEqual(LOST);
  expect(second.heard).toEqual([LOST]);
  await settle(5000);
  expect(streams[1]?.lastEventId).toBe('8');
  streams[1]?.send(hello());
  await settle();
  for (const { heard } of [first, second]) expect(heard.at(-1)).toEqual(CONNECTED);
  // Silence counts as a break.
  await settle(35_000);
  for (const { heard } of [first, second]) expect(heard.at(-1)).toEqual(LOST);
});

test.each([
  ['the session is over', `${hello()}event: ended\ndata: {}\n\n`],
  ["it is another account's", hello('somebody.else@example.pk')],
])('nothing is announced after the stream has said that %s', async (_case, text) => {
  const feed = createFeed(EMAIL);
  const one = tab();
  feed.listen(one.listen, '7');
  await settle();
  streams[0]?.send(text + change('8'));
  await settle(60_000);
  expect(one.heard).toEqual([CONNECTED, { type: 'ended' }]);
  expect(streams).toHaveLength(1);
  expect(streams[0]?.signal.aborted).toBe(true);
  // A new listener gets a new stream.
  feed.listen(one.listen, '7');
  await settle();
  expect(streams).toHaveLength(2);
});

/** Workers that do nothing on their own. */
function workers() {
  const all: { sent: unknown[]; tell: Listener; fail: () => void }[] = [];
  const connect: ConnectWorker = (_email, tell, fail) => {
    const sent: unknown[] = [];
    all.push({ sent, tell, fail });
    return { send: (request) => void sent.push(request), close: () => {} };
  };
  return { all, connect };
}

test('without shared workers a tab has its own stream', async () => {
  const connect = (): never => {
    throw new Error('There are none.');
  };
  const stop = createSharedFeed(EMAIL, connect).listen(tab().listen, '7');
  await settle();
  expect(streams).toMatchObject([{ lastEventId: '7' }]);
  stop();
  expect(streams[0]?.signal.aborted).toBe(true);
});

test.each([
  ['cannot be loaded', async (fail = () => {}) => fail()],
  ['never answers', () => settle(36_000)],
])('a worker that %s is replaced by the tab’s own stream', async (_case, happens) => {
  const { all, connect } = workers();
  createSharedFeed(EMAIL, connect).listen(tab().listen, '7');
  await settle();
  expect([all[0]?.sent, streams]).toEqual([[{ since: '7' }], []]);
  await happens(all[0]?.fail);
  await settle();
  expect(streams).toMatchObject([{ lastEventId: '7' }]);
  expect(all).toHaveLength(1);
});

test('a silent worker is replaced by another, which goes on from there', async () => {
  const { all, connect } = workers();
  const stop = createSharedFeed(EMAIL, connect).listen(tab().listen, '7');
  all[0]?.tell({ type: 'change', version: '8' });
  await settle(30_000);
  all[0]?.tell({ type: 'alive' });
  await settle(30_000);
  expect(all).toHaveLength(1);
  await settle(6000);
  expect(all.map(({ sent }) => sent)).toEqual([[{ since: '7' }, {}], [{ since: '8' }]]);
  stop();
  await settle(60_000);
  expect(all).toHaveLength(2);
  expect(streams).toEqual([]);
});
