// What the first start creates: the administrator's account and the secret of the session cookies.
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readSecret } from '../../src/server/auth/secret.ts';
import { ConfigError } from '../../src/server/config/config.ts';
import { connect } from '../../src/server/db/connect.ts';
import { migrate } from '../../src/server/db/migrate.ts';
import { startApp, useApp } from '../helpers/app.ts';
import { createTestAuth } from '../helpers/auth.ts';
import { newDatabaseUrl } from '../helpers/database.ts';
import { ADMINISTRATOR, SECRET } from '../helpers/instance.ts';
import { testClock } from '../helpers/clock.ts';

const app = useApp();

describe('the administrator account', () => {
  test('is created once, however many processes start at once, and keeps its password [OPS-4]', async () => {
    const database = await newDatabaseUrl();
    const first = connect(database.url);
    await migrate(first);
    const processes = [first, ...Array.from({ length: 3 }, () => connect(database.url))];
    try {
      const config = { administratorEmail: 'Chief@Example.pk', administratorPassword: null, baseUrl: null };
      const auths = processes.map((db) => createTestAuth({ clock: testClock() }, db, { config }));
      const made = (await Promise.all(auths.map((auth) => auth.ensureAdministrator()))).filter((one) => one !== null);
      expect(made).toHaveLength(1);
      expect(made[0]?.email).toBe('Chief@Example.pk');
      const input = {
        email: 'chief@example.pk',
        password: made[0]?.password ?? '',
        address: '192.0.2.1',
        userAgent: null,
      };
      for (const auth of auths) expect((await auth.signIn(input)).principal.access).toBe('administrator');
      expect(await auths[0]?.ensureAdministrator()).toBeNull();
    } finally {
      for (const db of processes) await db.close();
      database.remove();
    }
  });

  test('gets its password from ADMIN_PASSWORD, which has no effect later [OPS-4]', async () => {
    const second = await startApp({
      databaseUrl: app.databaseUrl,
      environment: { ADMIN_PASSWORD: 'changed-since-then' },
    });
    try {
      await second.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password);
      await expect(second.signIn(ADMINISTRATOR.email, 'changed-since-then')).rejects.toThrow('sign-in-failed');
    } finally {
      await second.stop();
    }
  });
});

describe('the secret of the cookies', () => {
  test('is the configured one, if there is one', async () => {
    expect(await readSecret({ authSecret: SECRET, databaseUrl: app.databaseUrl }, app.db)).toBe(SECRET);
  });

  test('is otherwise generated once, and is the same for every process [OPS-5, V13.2.3]', async () => {
    const config = { authSecret: null, databaseUrl: app.databaseUrl };
    const secrets = new Set(await Promise.all(Array.from({ length: 5 }, () => readSecret(config, app.db))));
    expect(secrets.size).toBe(1);
    expect([...secrets][0]).toMatch(/^[\w-]{43}$/);
    expect(secrets).toContain(await readSecret(config, app.db));
  });

  test('is stored beside a SQLite file, readable only by its owner; a damaged one stops the start [OPS-5, V13.2.2, V13.3.2]', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'jurmana-secret-'));
    const databaseUrl = `file:${join(folder, 'data', 'jurmana.db')}`;
    const db = connect(databaseUrl);
    const config = { authSecret: null, databaseUrl };
    const path = join(folder, 'data', 'auth-secret');
    try {
      const secret = await readSecret(config, db);
      expect(readFileSync(path, 'utf8').trim()).toBe(secret);
      expect(statSync(path).mode & 0o777).toBe(0o600);
      writeFileSync(path, 'short');
      await expect(readSecret(config, db)).rejects.toThrow(ConfigError);
      rmSync(path);
      expect(await readSecret(config, db)).not.toBe(secret);
    } finally {
      await db.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
