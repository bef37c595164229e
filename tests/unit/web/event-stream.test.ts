// Reading a server-sent-event stream with fetch.
import { afterEach, expect, test, vi } from 'vitest';
import { followStream, NoStreamError } from '../../../src/web/api/live/feed.ts';

afterEach(() => vi.unstubAllGlobals());

/** Reads a stream whose body arrives in these chunks. */
async function follow(pieces: readonly string[], init: ResponseInit): Promise<unknown[]> {
  const body = ReadableStream.from(pieces.map((piece) => new TextEncoder().encode(piece)));
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(body, init)));
  const seen: unknown[] = [];
  await followStream('/api/live', {
    lastEventId: '',
    signal: new AbortController().signal,
    onEvent: (event) => seen.push(event),
    silence: 60_000,
  });
  return seen;
}

const STREAM = { status: 200, headers: { 'content-type': 'text/event-stream; charset=utf-8' } };

test('returns the events of the stream, split anywhere, and skips heartbeats', async () => {
  const seen = await follow([': ping\n\nid: 7\nev', 'ent: change\ndata: {"a"', ':"عائشہ"}\n', '\ndata: half'], STREAM);
  expect(seen).toEqual([{ event: 'change', data: '{"a":"عائشہ"}', id: '7' }]);
});

test('an answer that is not a stream is an error with its status and content', async () => {
  const refusal = { status: 401, headers: { 'content-type': 'application/json' } };
  const error = await follow(['{"error":1}'], refusal).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(NoStreamError);
  expect(error).toMatchObject({ status: 401, content: { error: 1 } });
  const page = await follow(['<html>'], { status: 502 }).catch((thrown: unknown) => thrown);
  expect(page).toMatchObject({ status: 502, content: null });
});
