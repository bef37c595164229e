// Who sends the requests: an administrator, a member, nobody. Requests that end sessions end those of the drill as well;
// a session that is over is replaced.
import { acceptInvitation, signIn as signInOperation } from '../../src/contract/auth.ts';
import { addUser, createSignInLink } from '../../src/contract/users.ts';
import { systemClock } from '../../src/server/clock.ts';
import type { Database } from '../../src/server/db/engine.ts';
import { createAdministratorLink } from '../../src/server/tools/admin-link.ts';
import { cookieOf, createClient } from '../../tests/helpers/client.ts';
import { ACCOUNT } from '../support/drill.ts';
import { addUsers } from '../support/writers.ts';
import type { Role } from './requests.ts';
import type { Known } from './values.ts';

export interface Visitors {
  cookieOf(role: Role): string;
  /** This Cookie header was answered with "not signed in": from now on the role has another, once. */
  ended(role: Role, cookie: string): Promise<void>;
  /** sessions that had to be replaced */
  replaced(): number;
}

/** For the first requests to be about. */
const USERS = 10;
const MEMBER = {
  userName: 'Member of the drill',
  userEmail: 'member@jurmana.test',
  userRole: 'Staff',
  phone: '1',
  status: 'Active' as const,
};

/** Signs both in. Their passwords, and only theirs, are among the known ones. */
export async function startVisitors(url: string, db: Database, known: Known): Promise<Visitors> {
  let renewals = 0;
  const administrator = await enter(signInOperation.path, ACCOUNT);
  const cookies: Record<Role, string> = { administrator, member: '', nobody: '' };
  const renewing = new Map<Role, Promise<void>>();
  const member = await createClient(url, administrator).must(addUser, { body: MEMBER });
  cookies.member = await invite();
  known.add('password', ACCOUNT.password);
  known.add('email', ACCOUNT.email);
  for (const settingId of ['1', 'members-see-everyone']) known.add('settingId', settingId);
  for (const id of await addUsers(createClient(url, administrator), USERS)) known.add('userId', id);

  /** Signs in as far as the limits go from an address of its own; the Cookie header. */
  async function enter(path: string, body: object): Promise<string> {
    renewals += 1;
    const answer = await createClient(url, '').fetch(`/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.1.${renewals >> 8}.${renewals & 255}` },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return cookieOf(answer);
  }

  /** By the link of a forgotten password: a request that was drawn may have changed it. */
  async function comeBack(): Promise<string> {
    const config = { administratorEmail: ACCOUNT.email, baseUrl: null, port: 0 };
    const { address } = await createAdministratorLink(db, systemClock, config);
    const token = address.slice(address.lastIndexOf('=') + 1);
    return enter(acceptInvitation.path, { token, password: ACCOUNT.password });
  }

  /** By a sign-in link, which nobody's failed attempts shut out. */
  async function invite(): Promise<string> {
    const made = await createClient(url, cookies.administrator).call(createSignInLink, {
      params: { userId: member.id },
    });
    // The administrator's session may be over as well: it is replaced first.
    if (!made.ok) return cookies.member;
    return enter(acceptInvitation.path, { token: made.value.token, password: ACCOUNT.password });
  }

  return {
    cookieOf: (role) => cookies[role],
    replaced: () => renewals - 2,
    async ended(role, cookie) {
      if (cookie !== cookies[role] || role === 'nobody') return;
      const renew = async (): Promise<void> => {
        cookies[role] = role === 'administrator' ? await comeBack() : await invite();
      };
      const renewal = renewing.get(role) ?? renew().finally(() => renewing.delete(role));
      renewing.set(role, renewal);
      await renewal;
    },
  };
}
