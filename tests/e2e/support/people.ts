// People with each kind of access: one in the test's own browser, each of the others in a separate one.
import type { Page } from '@playwright/test';
import { setUserAccess } from '../../../src/contract/users.ts';
import type { GrantedLevel } from '../../../src/core/people/permission.ts';
import type { Client } from '../../helpers/client.ts';
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

type Access = GrantedLevel | 'member';

interface Fixtures {
  /** Signs in somebody new, in a separate browser. */
  enter: (access: Access) => Promise<Person>;
  /** Signs in somebody new in this test's own browser, which already has the app's code. */
  enterHere: (access: Access) => Promise<Person & { client: Client }>;
}

export const test = base.extend<Fixtures>({
  enterHere: async ({ page, app, server, api }, use) => {
    await use(async (access) => {
      const person = await addPerson(server, api, access);
      const client = await server.enter(person.email);
      await addSessionCookies(page.context(), server, client);
      return { ...person, page, app, client };
    });
  },

  enter: async ({ anotherContext, server, api }, use) => {
    await use(async (access) => {
      const person = await addPerson(server, api, access);
      const context = await anotherContext({ viewport: { width: 1280, height: 900 } });
      await addSessionCookies(context, server, await server.enter(person.email));
      const page = await context.newPage();
      return { ...person, page, app: new App(page, server) };
    });
  },
});

/** Adds a person, without signing them in. */
export async function addPerson(
  server: Server,
  api: Api,
  access: Access,
): Promise<Pick<Person, 'id' | 'name' | 'email'>> {
  const { id, name, email } = await addMember(server, api);
  if (access !== 'member') await api.must(setUserAccess, { params: { userId: id }, body: { access } });
  return { id, name, email };
}
