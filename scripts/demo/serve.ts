// The demonstration with a fixed clock, so that the same code shows the same records.
import { join } from 'node:path';
import { answersTo } from '../../organisation/demo/mail/post.ts';
import { openPostbox } from '../../organisation/demo/mail/postbox.ts';
import { makeDemo } from '../../organisation/demo/make.ts';
import { PASSWORD } from '../../organisation/demo/office.ts';
import { createApp } from '../../src/server/app/app.ts';
import { readConfig } from '../../src/server/config/config.ts';
import { connect } from '../../src/server/db/connect.ts';

/** A Friday afternoon in Karachi. */
export const DEMO_NOW = Date.parse('2026-11-20T15:30:00+05:00');
export const DEMO_ACCOUNT = { email: 'admin@jurmana.local', password: PASSWORD };

/** Serves the made-up organisation from a database in `folder`. */
export async function serveDemo(folder: string) {
  const environment = {
    ...process.env,
    BASE_URL: '',
    HOST: '127.0.0.1',
    PORT: '0',
    DATABASE_URL: `file:${join(folder, 'pictures.db')}`,
    ADMIN_EMAIL: DEMO_ACCOUNT.email,
    ADMIN_PASSWORD: DEMO_ACCOUNT.password,
    LOG_LEVEL: 'silent',
  };
  const cast = await makeDemo({ environment, now: DEMO_NOW });
  const clock = { now: () => DEMO_NOW };
  const postbox = await openPostbox(answersTo(cast));
  const config = readConfig({ ...environment, ...postbox.environment });
  const db = connect(config.databaseUrl);
  const { server } = await createApp({ db, clock, config });
  const url = await server.listen({ port: 0, host: '127.0.0.1' });
  return {
    url,
    cast,
    stop: async () => {
      await server.close();
      await db.close();
      await postbox.close();
    },
  };
}

export type ServedDemo = Awaited<ReturnType<typeof serveDemo>>;
