// The tab "Sent" of Reminders: what became of each message, and sending one again; the switch in the account.
import { randomUUID } from 'node:crypto';
import { createSignInLink } from '../../src/contract/users.ts';
import { startMailServer } from '../helpers/smtp.ts';
import { ADMINISTRATOR } from '../helpers/instance.ts';
import { App } from './support/app.ts';
import { expectAccessibleLayout } from './support/axe.ts';
import { startServer } from './support/server.ts';
import { expect, test } from './support/fines.ts';

test('without a mail server the tab says so, and how to name one [MAIL-9]', async ({ app, page }) => {
  await app.openAsAdministrator('/reminders');
  await page.getByRole('link', { name: 'Sent', exact: true }).click();
  await app.expectPath('/reminders/sent');
  await expect(page.getByText('No mail server is configured')).toBeVisible();
  await expect(page.getByText(/SMTP_URL, for example smtp:/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send a test message' })).toHaveCount(0);
  await page.getByRole('link', { name: 'To remind' }).click();
  await app.expectPath('/reminders');
});
