// The outbox: the messages to members, by e-mail and on devices, and what became of them.
import { z } from 'zod';
import { CHANNELS, MAIL_STATES } from '../../core/mail/delivery.ts';
import { MAIL_KINDS } from '../../core/mail/letters.ts';
import { onlyFor } from '../only-for.ts';
import { operation } from '../operation.ts';
import { id, instant, pageOf, pageQuery, searchTerm } from '../shapes.ts';

export const mail = z.object({
  id: z.string(),
  channel: z.enum(CHANNELS),
  kind: z.enum(MAIL_KINDS),
  /** null if the recipient is no user */
  userId: z.string().nullable(),
  name: z.string(),
  /** for a notification the names of browser and system, such as Chrome, Android; empty if unknown */
  address: onlyFor('viewer', z.string()),
  subject: z.string(),
  state: z.enum(MAIL_STATES),
  tries: z.number().int(),
  queuedAt: instant,
  /** time of the last try, null before it */
  triedAt: instant.nullable(),
  /** when it is sent automatically, or null */
  nextTryAt: instant.nullable(),
  /** the last reply of the mail server or push service, or why there was none; empty before that */
  reply: z.string(),
});
export type Mail = z.infer<typeof mail>;

export const listMails = operation({
  id: 'mails.list',
  method: 'GET',
  path: '/mails',
  needs: 'viewer',
  summary:
    'Messages of the last 90 days, e-mails and notifications on devices, newest first; the search looks in name and address.',
  query: z.object({ search: searchTerm, state: z.enum(['all', ...MAIL_STATES]).default('all'), ...pageQuery(25) }),
  /** `configured`: there is a mail server. `from`: the sender's address, empty if there is none */
  output: pageOf(mail).extend({ configured: z.boolean(), from: z.string() }),
});

export const sendMailAgain = operation({
  id: 'mails.sendAgain',
  method: 'POST',
  path: '/mails/:mailId/again',
  needs: 'collector',
  summary:
    'Sends an e-mail again, if sending it was given up or it is unknown whether it arrived, and if what it says still holds.',
  params: z.object({ mailId: id }),
  output: mail,
  errors: [
    'mail-not-found',
    'mail-not-over',
    'mail-not-configured',
    'mail-outdated',
    'mail-unwanted',
    'news-unwanted',
    'news-off',
    'reminders-off',
  ],
  writes: false,
});

export const sendTestMail = operation({
  id: 'mails.test',
  method: 'POST',
  path: '/mails/test',
  needs: 'manager',
  summary: "Sends a test message to the caller's address, to see whether the mail server accepts it.",
  output: mail,
  errors: ['mail-not-configured'],
  writes: false,
});

const told = z.object({
  /** they get news of their records by e-mail, if the organisation and a mail server send it */
  told: z.boolean(),
});

export const readOwnMails = operation({
  id: 'account.mails',
  method: 'GET',
  path: '/account/mails',
  needs: 'member',
  summary:
    'Whether the caller wants e-mails about their records, and whether these are offered: only if the organisation sends them and the caller has a user record.',
  output: told.extend({ offered: z.boolean() }),
});

export const setOwnMails = operation({
  id: 'account.setMails',
  method: 'POST',
  path: '/account/mails',
  needs: 'member',
  summary: 'Sets whether the caller wants e-mails about their records.',
  body: told,
  output: told,
  writes: false,
});

/** Which kinds of news they get, by e-mail and on devices. */
const ownNews = z.object({
  fined: z.boolean(),
  paid: z.boolean(),
  waived: z.boolean(),
  /** decisions about their requests */
  answered: z.boolean(),
});
export type OwnNews = z.infer<typeof ownNews>;

export const readOwnNews = operation({
  id: 'account.news',
  method: 'GET',
  path: '/account/news',
  needs: 'member',
  summary: 'Which kinds of news the caller wants, and whether news is offered.',
  output: z.object({ told: ownNews, offered: z.boolean() }),
});

export const setOwnNews = operation({
  id: 'account.setNews',
  method: 'POST',
  path: '/account/news',
  needs: 'member',
  summary: 'Sets which kinds of news the caller wants.',
  body: ownNews,
  output: ownNews,
  writes: false,
});
