// The sessions that send the requests: administrator, member and nobody. Fuzzed requests may end these sessions; then
// they are replaced.
import { RULE_ID } from '../../src/core/fines/rules.ts';
import { acceptInvitation, signIn as signInOperation } from '../../src/contract/sign-in/auth.ts';
import { addUser, createSignInLink } from '../../src/contract/users.ts';
import { systemClock } from '../../src/server/base/clock.ts';
import type { Database } from '../../src/server/db/types.ts';
import { createAdministratorLink } from '../../src/server/tools/admin-link.ts';
import { cookieOf, createClient } from '../../tests/helpers/client.ts';
import { userForm } from '../../tests/helpers/ledger.ts';
import { ACCOUNT } from '../support/drill.ts';
import { addUsers } from '../support/writers.ts';
import type { Role } from './requests.ts';
import type { Known } from './values.ts';

export interface Visitors {
  cookieOf(role: Role): string;
  /** A request with this Cookie header got a 401: signs the role in again, once per session. */
  ended(role: Role, cookie: string): Promise<void>;
  /** how many sessions were replaced */
  replaced(): number;
}

const USERS = 10;
const MEMBER = userForm({ userName: 'Member of the drill', userEmail: 'member@jurmana.test' });

/** Signs in administrator and member, and adds some ids to `known`. */
export async function startVisitors(url: string, db: Database, known: Known): Promise<Visitors> {
  let renewals = 0;
  const administrator = await enter(signInOperation.path, ACCOUNT);
  const cookies: Record<Role, string> = { administrator, member: '', nobody: '' };
  const renewing = new Map<Role, Promise<void>>();
  const member = await createClient(url, administrator).must(addUser, { body: MEMBER });
  cookies.member = await renewMember();
  known.add('password', ACCOUNT.password);
  known.add('email', ACCOUNT.email);
  for (const ruleId of Object.values(RULE_ID)) known.add('ruleId', ruleId);
  for (const id of await addUsers(createClient(url, administrator), USERS)) known.add('userId', id);

  /** Returns the Cookie header. Each sign-in comes from another forwarded address, because of the limit per address. */
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

  /** By a password reset link, because a fuzzed request may have changed the password. */
  async function renewAdministrator(): Promise<string> {
    const config = { administratorEmail: ACCOUNT.email, baseUrl: null, port: 0 };
    const { address } = await createAdministratorLink(db, systemClock, config);
    const token = address.slice(address.lastIndexOf('=') + 1);
    return enter(acceptInvitation.path, { token, password: ACCOUNT.password });
  }

  /** By a sign-in link, which the limit on failed attempts does not block. */
  async function renewMember(): Promise<string> {
    const made = await createClient(url, cookies.administrator).call(createSignInLink, {
      params: { userId: member.id },
    });
    // The administrator's session may have ended as well; it is replaced first.
    if (!made.ok) return cookies.member;
    return enter(acceptInvitation.path, { token: made.value.token, password: ACCOUNT.password });
  }

  return {
    cookieOf: (role) => cookies[role],
    replaced: () => renewals - 2,
    async ended(role, cookie) {
      if (cookie !== cookies[role] || role === 'nobody') return;
      const renew = async (): Promise<void> => {
        cookies[role] = role === 'administrator' ? await renewAdministrator() : await renewMember();
      };
      const renewal = renewing.get(role) ?? renew().finally(() => renewing.delete(role));
      renewing.set(role, renewal);
      await renewal;
    },
  };
}
