// Members for tests: a user record through the real API, and an account to sign in with.
import type { Client } from '../../helpers/client.ts';
import { addUser } from '../../../src/contract/users.ts';
import { connect } from '../../../src/server/db/engine.ts';
import { preparePassword } from '../../helpers/auth.ts';
import type { Server } from './server.ts';

let members = 0;

/** Adds a member with a sign-in; each call another one. */
export async function addMember(server: Server, api: Client): Promise<{ email: string; password: string; id: string }> {
  members += 1;
  const email = `member${members}.${process.pid}@jurmana.test`;
  const password = 'a-member-for-tests';
  const user = await api.must(addUser, {
    body: { userName: `Member ${members}`, userEmail: email, userRole: 'Student', phone: '0300 0000000' },
  });
  // Accounts lie in the same database; there is no screen yet that makes them.
  const db = connect(server.databaseUrl);
  try {
    await preparePassword(db, Date.now(), { email, password, name: user.userName });
  } finally {
    await db.close();
  }
  return { email, password, id: user.id };
}
