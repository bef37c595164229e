// Where notifications may be sent.
import { expect, test } from 'vitest';
import { isPushHost, pushAddress, PUSH_SERVICES } from '../../src/server/config/push-hosts.ts';

test.each([
  'https://fcm.googleapis.com/fcm/send/abc:def',
  'https://updates.push.services.mozilla.com/wpush/v2/gAAA',
  'https://web.push.apple.com/QGuQ',
  'https://wns2-par02p.notify.windows.com/w/?token=BQYA',
  'https://FCM.googleapis.com:443/1',
])('%s is the address of a push service [PUSH-4]', (endpoint) => {
  expect(pushAddress(endpoint, PUSH_SERVICES)).not.toBeNull();
});

test.each([
  ['another host', 'https://push.example.pk/1'],
  ['another scheme', 'http://fcm.googleapis.com/fcm/send/1'],
  ['a file', 'file:///etc/passwd'],
  ['no address', 'fcm.googleapis.com'],
  ['this machine', 'http://127.0.0.1:3000/'],
  ['this machine by https', 'https://localhost/1'],
  ['a private address', 'https://10.0.0.1/1'],
  ['the address of a cloud', 'https://169.254.169.254/latest'],
  ['an address in another notation', 'https://0x7f000001/1'],
  ['an address of version 6', 'https://[::1]/1'],
  ['credentials', 'https://me:secret@fcm.googleapis.com/1'],
  ['a port', 'https://fcm.googleapis.com:8443/1'],
  ['a host that begins alike', 'https://fcm.googleapis.com.example.pk/1'],
  ['a host that ends alike', 'https://evilpush.apple.com/1'],
  ['what a pattern is of', 'https://push.apple.com/1'],
  ['a dot at the end', 'https://fcm.googleapis.com./1'],
])('%s is not allowed [PUSH-4]', (_what, endpoint) => {
  expect(pushAddress(endpoint, PUSH_SERVICES)).toBeNull();
});

test('PUSH_HOSTS accepts names, and for this machine full addresses [PUSH-4]', () => {
  for (const good of ['push.example.pk', '*.push.example.pk', 'http://127.0.0.1:8080', 'http://localhost:3001']) {
    expect(isPushHost(good), good).toBe(true);
  }
  const wrong = [
    '',
    '*',
    '*.pk',
    'localhost',
    '10.0.0.1',
    '*.0.0.1',
    'https://push.example.pk',
    'push.example.pk/1',
    'push.example.pk:8443',
    'http://10.0.0.1:80',
    'http://127.0.0.1',
    'http://127.0.0.1:99999',
    'http://127.0.0.1:8080/1',
  ];
  for (const one of wrong) expect(isPushHost(one), one).toBe(false);
  const hosts = ['*.push.example.pk', 'http://127.0.0.1:8080'];
  expect(pushAddress('https://a.push.example.pk/1', hosts)).not.toBeNull();
  expect(pushAddress('http://127.0.0.1:8080/push/1', hosts)).not.toBeNull();
  for (const other of ['http://127.0.0.1:8081/1', 'https://127.0.0.1:8080/1', 'http://localhost:8080/1']) {
    expect(pushAddress(other, hosts), other).toBeNull();
  }
});
