// The relay (tests/helpers/relay.ts) keeps the order of bytes, delayed or not.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startRelay } from '../../helpers/relay.ts';

test('bytes sent after the delay has ended do not overtake those still under way', async () => {
  const received: string[] = [];
  const server = createServer((socket) => socket.on('data', (bytes: Buffer) => received.push(bytes.toString())));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const relay = await startRelay(`postgres://somebody@127.0.0.1:${(server.address() as AddressInfo).port}/any`);
  const client = connect(Number(new URL(relay.url).port), '127.0.0.1').setNoDelay(true);
  await once(client, 'connect');
  const send = async (text: string) => {
    client.write(text);
    await pause(20);
  };
  await send('a');
  relay.delay(200);
  await send('b');
  await send('c');
  relay.release();
  await send('d');
  relay.delay(50);
  await send('e');
  await expect.poll(() => received.join('')).toHaveLength(5);
  client.destroy();
  await relay.close();
  server.close();
  expect(received.join('')).toBe('abcde');
});
