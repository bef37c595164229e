// A local push service for tests (RFC 8030): it accepts messages for devices, and decrypts them as a device does.
import { createECDH, createPublicKey, type ECDH, randomBytes, verify } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decrypt } from 'http_ece';
import type { PushNotification } from '../../src/core/mail/notification.ts';

interface Keys {
  ecdh: ECDH;
  auth: string;
  /** as a browser hands them out */
  subscription: { p256dh: string; auth: string };
}

export function deviceKeys(): Keys {
  const ecdh = createECDH('prime256v1');
  const p256dh = ecdh.generateKeys('base64url');
  const auth = randomBytes(16).toString('base64url');
  return { ecdh, auth, subscription: { p256dh, auth } };
}

export interface Pushed {
  device: string;
  headers: IncomingMessage['headers'];
  notification: PushNotification;
  /** the claims signed with VAPID */
  claims: { aud: string; sub: string; exp: number };
  key: string;
}

type Reaction = { status: number; headers?: Record<string, string> } | 'drop' | 'stall';

export interface PushService {
  /** for PUSH_HOSTS */
  origin: string;
  received: Pushed[];
  /** all requests, including refused ones */
  requests: number;
  /** Adds a device; returns what its browser subscribes with. */
  device(name: string): { endpoint: string; keys: Keys['subscription'] };
  behave(behaviour: (device: string) => Reaction): void;
  stop(): Promise<void>;
}

export async function startPushService(): Promise<PushService> {
  const devices = new Map<string, Keys>();
  let behaviour = (_device: string): Reaction => ({ status: 201 });

  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    service.requests += 1;
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const name = (request.url ?? '').slice('/push/'.length);
    const reaction = behaviour(name);
    if (reaction === 'drop') return void request.socket.destroy();
    if (reaction === 'stall') return;
    const { status, headers = {} } = reaction;
    const keys = devices.get(name);
    if (status === 201 && keys !== undefined) service.received.push(opened(name, request, Buffer.concat(parts), keys));
    response.writeHead(status, headers).end(status === 201 ? '' : `status ${status}`);
  };
  const server = createServer((request, response) => {
    take(request, response).catch((error: unknown) => response.writeHead(400).end(String(error)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const service: PushService = {
    origin,
    received: [],
    requests: 0,
    device(name) {
      const keys = deviceKeys();
      devices.set(name, keys);
      return { endpoint: `${origin}/push/${name}`, keys: keys.subscription };
    },
    behave: (next) => (behaviour = next),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return service;
}

/** Throws if a device could not decrypt it, or its signature does not match the key it names. */
function opened(device: string, { headers }: IncomingMessage, body: Buffer, { ecdh, auth }: Keys): Pushed {
  const [, token = '', key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(headers.authorization ?? '') ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' });
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isSigned || headers['content-encoding'] !== 'aes128gcm') throw new Error('not signed or not encrypted');
  const text = decrypt(body, { version: 'aes128gcm', privateKey: ecdh, authSecret: auth }).toString();
  return {
    device,
    headers,
    notification: JSON.parse(text) as PushNotification,
    claims: JSON.parse(Buffer.from(claims, 'base64url').toString()) as Pushed['claims'],
    key,
  };
}
