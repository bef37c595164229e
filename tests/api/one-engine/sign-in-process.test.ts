// Signing in to a server process: the first password, two concurrent first starts, and what is logged.
import { type ChildProcess, spawn } from 'node:child_process';
import { expect, test } from 'vitest';
import { builtServer } from '../../helpers/built.ts';
import { cookieOf } from '../../helpers/client.ts';
import { newDatabaseUrl } from '../../helpers/database.ts';
import { ENDS_WITH_PARENT } from '../../helpers/server-process.ts';
import { attempt } from '../../helpers/sign-in.ts';

function start(databaseUrl: string): { child: ChildProcess; output: () => string; ready: Promise<string> } {
  let output = '';
  const { ADMIN_PASSWORD: _, BASE_URL: __, ...environment } = process.env;
  const child = spawn(process.execPath, [...ENDS_WITH_PARENT, builtServer('main')], {
    env: {
      ...environment,
      NODE_ENV: 'production',
      PORT: '0',
      DATABASE_URL: databaseUrl,
      ADMIN_EMAIL: 'chief@example.pk',
      LOG_LEVEL: 'debug',
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const ready = new Promise<string>((resolve, reject) => {
    const take = (chunk: Buffer) => {
      output += chunk.toString();
      const address = /Jurmana is ready: (\S+)/.exec(output)?.[1];
      if (address !== undefined) resolve(address);
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    child.on('exit', () => reject(new Error(output)));
  });
  return { child, output: () => output, ready };
}
const stop = (child: ChildProcess) =>
  new Promise<void>((resolve) => {
    if (child.exitCode !== null) return resolve();
    child.on('exit', () => resolve());
    child.kill('SIGTERM');
  });

test('the generated password is printed once and works over plain http, and no password or cookie is logged [OPS-4, V6.3.2, V13.2.3, V16.2.1, V16.2.5, V16.3.1, V16.3.2]', async () => {
  const database = await newDatabaseUrl();
  const first = start(database.url);
  const second = start(database.url);
  try {
    const url = await first.ready;
    await second.ready;
    const printed = [first, second].flatMap((one) => /Password: +(\S+)/.exec(one.output())?.[1] ?? []);
    expect(printed).toHaveLength(1);
    expect(printed[0]).toMatch(/^([a-z2-9]{4}-){3}[a-z2-9]{4}$/);
    const password = printed[0] ?? '';

    const answer = await attempt(url, 'chief@example.pk', password);
    expect(answer.status).toBe(200);
    const cookie = cookieOf(answer);
    expect(await (await fetch(`${url}/api/auth/session`, { headers: { cookie } })).json()).toMatchObject({
      principal: { email: 'chief@example.pk', access: 'administrator' },
    });
    await attempt(url, 'chief@example.pk', 'Wrong-Horse-Battery');
    await attempt(url, 'Typed-In-The-Wrong-Field', 'Wrong-Horse-Battery');
    await attempt(url, 'chief@example.pk', `Too-Long-Battery-${'x'.repeat(200)}`);
    await fetch(`${url}/api/users`);
    await stop(first.child);

    const logged = first.output().replace(/Password: .*/, '');
    expect(logged).toContain('/api/auth/sign-in');
    expect(logged).toMatch(/"reqId":"[\w-]+","how":"password","who":"administrator","user":null,"msg":"signed in"/);
    expect(logged).toMatch(/"route":"\/api\/auth\/sign-in","status":401,.*"address":"127\.0\.0\.1"/);
    expect(logged).toMatch(/"route":"\/api\/users","status":401,/);
    for (const line of logged.split('\n').filter((text) => text.startsWith('{'))) {
      expect(Date.now() - (JSON.parse(line) as { time: number }).time, line).toBeLessThan(24 * 60 * 60 * 1000);
    }
    const token = decodeURIComponent(cookie.split('=')[1] ?? '').split('.')[0] ?? '';
    for (const secret of [password, 'Wrong-Horse', 'Wrong-Field', 'Too-Long', token]) {
      expect(logged).not.toContain(secret);
    }
  } finally {
    await stop(first.child);
    await stop(second.child);
    database.remove();
  }
});
