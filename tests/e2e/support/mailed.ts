// The test function for e-mail: a worker's tests with it share a server that has its own mail server.
import { type MailServer, startMailServer } from '../../helpers/smtp.ts';
import type { Server } from './server.ts';
import { startServer } from './server.ts';
import { test as base } from './test.ts';

export { expect } from './test.ts';

export const test = base.extend<{ mailServer: MailServer }, { mailing: { server: Server; mailServer: MailServer } }>({
  mailing: [
    async ({ browserName }, use) => {
      const mailServer = await startMailServer();
      const environment = { SMTP_URL: mailServer.url, MAIL_FROM: 'fines@club.test' };
      const server = await startServer({ name: `mail-${browserName}`, environment });
      await use({ server, mailServer });
      await server.remove();
      await mailServer.stop();
    },
    { scope: 'worker' },
  ],
  mailServer: async ({ mailing: { mailServer } }, use) => {
    mailServer.behave(() => 'ok');
    mailServer.received.length = 0;
    await use(mailServer);
  },
  server: async ({ mailing: { server } }, use) => {
    await server.reset();
    await use(server);
  },
});
