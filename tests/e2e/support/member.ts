// Adds members: users with an account to sign in.
import type { Api } from './api.ts';
import { addUser } from '../../../src/contract/users.ts';
import { connect } from '../../../src/server/db/connect.ts';
import { setPassword } from '../../helpers/auth.ts';
import { userForm } from '../../helpers/ledger.ts';
import type { Server } from './server.ts';

let members = 0;

const MEMBER_PASSWORD = 'a-member-for-tests';

/** Adds another member with each call. */
export async function addMember(
  server: Server,
  api: Api,
  over: { userName?: string; userEmail?: string } = {},
): Promise<{ id: string; name: string; email: string; password: string }> {
  members += 1;
  const { userName = `Member ${members}`, userEmail: email = `member${members}.${process.pid}@jurmana.test` } = over;
  const password = MEMBER_PASSWORD;
  const user = await api.must(addUser, { body: userForm({ userName, userEmail: email }) });
  // Directly in the database, which is faster than a sign-in link.
  const db = connect(server.databaseUrl);
  try {
    await setPassword(db, Date.now(), { email, password });
  } finally {
    await db.close();
  }
  return { id: user.id, name: user.userName, email, password };
}
