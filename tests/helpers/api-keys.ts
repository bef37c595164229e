// Clients that sign their requests with an API key.
import { addApiKey } from '../../src/contract/sign-in/api-keys.ts';
import type { GrantedLevel } from '../../src/core/people/permission.ts';
import type { TestApp } from './app.ts';
import { type Client, createClient } from './client.ts';

let made = 0;

export async function clientWithKey(app: TestApp, administrator: Client, access: GrantedLevel): Promise<Client> {
  made += 1;
  const body = { name: `Machine ${made}`, access, days: 30 };
  const { key } = await administrator.must(addApiKey, { body });
  // The first request writes `last used`, so it is sent here, before a test compares the database.
  const client = createClient(app.url, '', key);
  await client.fetch('/api/fines');
  return client;
}
