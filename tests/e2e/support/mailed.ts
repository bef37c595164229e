// The test function for e-mail: each test's server has its own mail server.
import { type MailServer, startMailServer } from '../../helpers/smtp.ts';
import { startServer } from './server.ts';
import { test as base } from './test.ts';

export { expect } from './test.ts';

export const test = base.extend<{ mailServer: MailServer }>({
  mailServer: async ({ page }, use) => {
    const mailServer = await startMailServer();
    await use(mailServer);
    await page.close();
    await mailServer.stop();
  },
  server: async ({ mailServer }, use) => {
    const environment = { SMTP_URL: mailServer.url, MAIL_FROM: 'fines@club.test' };
    const server = await startServer({ name: 'mail', environment });
    await use(server);
    await server.remove();
  },
});
