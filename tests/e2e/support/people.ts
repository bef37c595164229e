// People of each access, each in a browser of their own.
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { setUserAccess } from '../../../src/contract/users.ts';
import type { GrantedLevel } from '../../../src/core/people/permission.ts';
import type { Api } from './api.ts';
import { addSessionCookies, App } from './app.ts';
import { addMember } from './member.ts';
import type { Server } from './server.ts';
import { test as base } from './test.ts';

export interface Person {
  id: string;
  name: string;
  email: string;
  app: App;
  page: Page;
}

export const test = base.extend<{ enter: (access: GrantedLevel | 'member') => Promise<Person> }>({
  enter: async ({ browser, server, api }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (access) => {
      const [person, context] = await enterAs(browser, server, api, access);
      contexts.push(context);
      return person;
    });
    for (const context of contexts) await context.close();
  },
});

async function enterAs(
  browser: Browser,
  server: Server,
  api: Api,
  access: GrantedLevel | 'member',
): Promise<[Person, BrowserContext]> {
  const { id, name, email } = await addMember(server, api);
  if (access !== 'member') await api.must(setUserAccess, { params: { userId: id }, body: { access } });
  const context = await browser.newContext({ reducedMotion: 'reduce', viewport: { width: 1280, height: 900 } });
  await addSessionCookies(context, server, await server.enter(email));
  const page = await context.newPage();
  return [{ id, name, email, page, app: new App(page, server) }, context];
}
