// Reading a server-sent-event stream, cut anywhere.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EventParser } from '../../../src/web/api/event-stream.ts';

const read = (...pieces: string[]) => {
  const parser = new EventParser();
  return pieces.flatMap((piece) => [...parser.push(piece)]);
};

test('reads type, data and id; comments and unknown fields are passed over', () => {
  expect(read(': heartbeat\n\nid: 7\nevent: change\ndata: {"a":1}\nretry: 5\n\n')).toEqual([
    { type: 'change', data: '{"a":1}', id: '7' },
  ]);
});

test('joins data lines, names events without a type "message", and keeps the id', () => {
  expect(read('id: 1\ndata: one\ndata:two\n\ndata\n\n')).toEqual([
    { type: 'message', data: 'one\ntwo', id: '1' },
    { type: 'message', data: '', id: '1' },
  ]);
});

test('gives nothing for an event without data, and does not carry its type over', () => {
  expect(read('event: hello\n\ndata: x\n\n')).toEqual([{ type: 'message', data: 'x', id: null }]);
});

test('keeps back what is not complete', () => {
  expect(read('data: half')).toEqual([]);
  expect(read('data: half\n')).toEqual([]);
});

test('reads the same however the stream is cut, with any line end', () => {
  const lines = [
    'id: 3',
    'event: change',
    'data: {"topics":["fine"]}',
    '',
    ': ping',
    '',
    'data: عائشہ',
    'data: b',
    '',
    'id: 4',
    'event: ended',
    'data: {}',
    '',
    '',
  ];
  fc.assert(
    fc.property(fc.constantFrom('\n', '\r\n', '\r'), fc.array(fc.nat(200), { maxLength: 20 }), (end, cuts) => {
      const stream = lines.join(end);
      const places = [0, ...cuts.map((cut) => cut % stream.length).toSorted((a, b) => a - b), stream.length];
      const pieces = places.slice(1).map((place, index) => stream.slice(places[index], place));
      // A lone CR at the very end waits for its LF; the next line brings it out.
      expect(read(...pieces, ': end\n')).toEqual([
        { type: 'change', data: '{"topics":["fine"]}', id: '3' },
        { type: 'message', data: 'عائشہ\nb', id: '3' },
        { type: 'ended', data: '{}', id: '4' },
      ]);
    }),
  );
});
