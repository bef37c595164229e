// npm run drill month -- [--short] [--engines sqlite,postgres] [--times N]
//
// A month of one organisation with a moving clock: fines fall due, members are reminded by hand and automatically, one
// claims to have paid, with a picture, another appeals, and both are answered. A mail server and a push service on this
// machine receive the messages; nothing may arrive twice, and everybody gets exactly what they should. Pictures of what
// people see are in test-results/month. Then a month of late surcharges for 10,000 members, or N (short form: that
// alone, for 120; support/surcharged-month.ts).
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { addFines } from '../src/contract/fines/fines.ts';
import { undo } from '../src/contract/money/undo.ts';
import { takePayment } from '../src/contract/money/payments.ts';
import { promise, remind } from '../src/contract/money/reminders.ts';
import { acceptClaim, listRequests, refuseAppeal, sendAppeal } from '../src/contract/money/requests.ts';
import { subscribe } from '../src/contract/mail/push.ts';
import { updateOrganisation } from '../src/contract/settings/organisation.ts';
import { switchRule } from '../src/contract/settings/rules.ts';
import { setLanguage, setOwnName } from '../src/contract/sign-in/account.ts';
import { RULE_ID, type RuleName } from '../src/core/fines/rules.ts';
import { type Language, LANGUAGES } from '../src/core/text/languages.ts';
import { connect } from '../src/server/db/connect.ts';
import type { Engine } from '../src/server/db/types.ts';
import { setPassword } from '../tests/helpers/auth.ts';
import { type Client, signInAt } from '../tests/helpers/client.ts';
import { addUser, finesOf } from '../tests/helpers/ledger.ts';
import { startPushService } from '../tests/helpers/push-service.ts';
import { type ServerProcess, startServerProcess } from '../tests/helpers/server-process.ts';
import { headerOf, startMailServer } from '../tests/helpers/smtp.ts';
import { CHROMIUM, signInOn } from './support/browser.ts';
import { ACCOUNT, Findings, newDatabase, pause, readOptions } from './support/drill.ts';
import { playSurchargedMonth } from './support/surcharged-month.ts';

const PASSWORD = 'a-member-for-drills';
const PICTURES = join(import.meta.dirname, '../test-results/month');
/** No message may arrive later than this after its cause; ms of real time. */
const ARRIVAL_MS = 20_000;
const QUIET_MS = 2500;

const options = readOptions();
if (!options.short) {
  const browser = await chromium.launch(CHROMIUM);
  try {
    for (const engine of options.engines) await live(engine, browser);
  } finally {
    await browser.close();
  }
}
for (const engine of options.engines)
  await playSurchargedMonth(engine, options.times ?? (options.short ? 120 : 10_000));

interface Member {
  id: string;
  name: string;
  email: string;
}

async function live(engine: Engine, with_: Browser): Promise<void> {
  const database = await newDatabase(engine);
  const mailServer = await startMailServer();
  const pushService = await startPushService();
  const folder = join(PICTURES, engine);
  mkdirSync(folder, { recursive: true });
  const findings = new Findings();
  let server: ServerProcess | null = null;
  let port = 0;
  let instant = 0;

  const start = async (): Promise<ServerProcess> => {
    const environment = { SMTP_URL: mailServer.url, MAIL_FROM: 'fines@club.test', PUSH_HOSTS: pushService.origin };
    const started = await startServerProcess({
      databaseUrl: database.url,
      account: ACCOUNT,
      port,
      environment,
      settableClock: true,
    });
    ({ port } = started);
    return started;
  };
  /** real time, ms */
  let turnedAt = 0;
  const turnTo = async (to: number): Promise<void> => {
    instant = to;
    turnedAt = performance.now();
    await server?.setClock(instant);
  };
  /** `at`: Pakistan time, e.g. `2026-12-01 10:00` */
  const setClock = (at: string): Promise<void> => turnTo(Date.parse(`${at.replace(' ', 'T')}:00+05:00`));
  /** Counts from now, because the clock has gone on since it was set. */
  const later = (seconds: number): Promise<void> =>
    turnTo(Math.ceil(instant + performance.now() - turnedAt + seconds * 1000));
  let seen = { mails: 0, notifications: 0 };
  /**
   * Checks who got which subject since the previous call. Waits for the expected number, and a moment longer in case of
   * more.
   */
  const arrived = async (title: string, expected: readonly string[]): Promise<void> => {
    const until = performance.now() + ARRIVAL_MS;
    const read = (): string[] => [
      ...mailServer.received.slice(seen.mails).map(({ to }) => `mail ${to.split('@', 1)[0]}`),
      ...pushService.received.slice(seen.notifications).map(({ device }) => `notification ${device}`),
    ];
    while (read().length < expected.length && performance.now() < until) await pause(100);
    await pause(QUIET_MS);
    const found = read().toSorted();
    const subjects = mailServer.received.slice(seen.mails).map(({ raw }) => headerOf(raw, 'Subject'));
    seen = { mails: mailServer.received.length, notifications: pushService.received.length };
    const holds = JSON.stringify(found) === JSON.stringify(expected.toSorted());
    findings.add(title, holds, holds ? [...new Set(subjects)].join(' · ') || 'nothing' : `${found.join(', ')} arrived`);
  };

  try {
    server = await start();
    const url = (): string => `http://127.0.0.1:${port}`;
    await setClock('2026-12-01 10:00');
    const admin = (): Promise<Client> => signInAt(url(), ACCOUNT);
    let office = await admin();
    await office.must(setOwnName, { body: { name: 'Rukhsana Anwar' } });
    await office.must(updateOrganisation, {
      body: {
        name: 'Baadban Club',
        dueDays: 7,
        remindSteps: [0, 3, 7, 14, 21],
        howToPayEn: 'JazzCash 0300 1234567, or cash at the office.',
      },
    });
    const rule = (name: RuleName, on: boolean) =>
      office.must(switchRule, { params: { ruleId: RULE_ID[name] }, body: { allowDisallow: on } });
    await rule('tell-members', true);
    await rule('repeat-offence', false);
    const [hamza, zainab, bilal, sana, imran] = await Promise.all([
      member('Hamza Awan', 'hamza@club.test'),
      member('Zainab Khan', 'zainab@club.test', 'ur'),
      member('Bilal Ahmed', 'bilal@club.test'),
      member('Sana Malik', 'sana@club.test'),
      member('Imran Shaikh', 'imran@club.test'),
    ]);
    async function member(name: string, email: string, language: Language = 'en'): Promise<Member> {
      const user = await addUser(office, { userName: name, userEmail: email, phone: '0300 1234567' });
      const db = connect(database.url);
      await setPassword(db, instant, { email, password: PASSWORD });
      await db.close();
      const client = await signInAt(url(), { email, password: PASSWORD });
      await client.must(setLanguage, { body: { language } });
      return { id: user.id, name, email };
    }
    const asMember = ({ email }: Member): Promise<Client> => signInAt(url(), { email, password: PASSWORD });
    await (await asMember(hamza)).must(subscribe, { body: pushService.device('hamza') });
    const everybody = [hamza, zainab, bilal, sana, imran];
    const fine = (members: readonly Member[], amount: number, fineType = 'Late arrival') =>
      office.must(addFines, {
        body: {
          fineType,
          description: '',
          amount,
          date: today(),
          userIds: members.map(({ id }) => id),
        },
      });
    const today = (): string => new Date(instant + 5 * 3_600_000).toISOString().slice(0, 10);
    const speak = async (language: Language): Promise<void> =>
      void (await office.must(setLanguage, { body: { language } }));
    const shoot = pictures(with_, { folder, url, password: PASSWORD, speak });

    await fine(everybody, 500);
    await arrived('1 Dec: within the minute nothing is told', []);
    await later(61);
    await arrived('1 Dec: whoever was fined is told, once', [
      'mail hamza',
      'notification hamza',
      'mail zainab',
      'mail bilal',
      'mail sana',
      'mail imran',
    ]);
    const { batch } = await fine([bilal], 50, 'No badge');
    await office.must(undo, { body: { batch } });
    await later(61);
    await arrived('1 Dec: what was undone within the minute is not told', []);

    await setClock('2026-12-03 19:00');
    await shoot.claim(hamza);
    const [appealed] = await finesOf(office, zainab.id);
    await (
      await asMember(zainab)
    ).must(sendAppeal, {
      body: { fineId: appealed?.id ?? '', reason: 'میں اس دن چھٹی پر تھی۔' },
    });
    await shoot.member('3-appealed', zainab, 'ur');

    await setClock('2026-12-04 11:00');
    office = await admin();
    await shoot.office('4-requests', '/requests');
    const { items: requests } = await office.must(listRequests, { query: {} });
    for (const { id, kind } of requests) {
      const params = { requestId: id };
      if (kind === 'claim') {
        const [open] = await finesOf(office, hamza.id);
        const fines = [{ fineId: open?.id ?? '', outstanding: open?.outstanding ?? 0 }];
        await office.must(acceptClaim, { params, body: { fines, answer: 'Thank you.' } });
      } else await office.must(refuseAppeal, { params, body: { answer: 'The register has you as present.' } });
    }
    await later(61);
    await arrived('4 Dec: both are told what became of their request, once', [
      'mail hamza',
      'notification hamza',
      'mail zainab',
    ]);
    await shoot.member('4-answered', hamza, 'en');
    await shoot.member('4-answered', zainab, 'ur');

    await setClock('2026-12-08 08:50');
    await arrived('8 Dec: before nine nobody is reminded', []);
    office = await admin();
    await shoot.office('8-next', '/reminders');
    await office.must(remind, { body: { userId: sana.id, channel: 'whatsapp' } });
    await setClock('2026-12-08 09:01');
    await arrived('8 Dec: on the due day all are reminded by themselves, but who was reminded by hand that day', [
      'mail zainab',
      'mail bilal',
      'mail imran',
    ]);

    await setClock('2026-12-09 10:00');
    office = await admin();
    await shoot.office('9-reminders', '/reminders');
    await office.must(promise, { body: { userId: imran.id, until: '2026-12-20' } });
    const [owed] = await finesOf(office, bilal.id);
    await office.must(takePayment, {
      body: {
        userId: bilal.id,
        fines: [{ fineId: owed?.id ?? '', outstanding: 500 }],
        amount: 500,
        receivedOn: today(),
      },
    });
    await later(61);
    await arrived('9 Dec: a payment is told with its receipt', ['mail bilal']);

    await setClock('2026-12-11 09:01');
    await arrived('11 Dec: whoever promised is left alone, whoever paid as well', ['mail zainab', 'mail sana']);

    await setClock('2026-12-13 12:00');
    await server.stop();
    server = await start();
    await setClock('2026-12-16 12:00');
    await arrived('16 Dec: off for three days, and then one message for each', ['mail zainab', 'mail sana']);

    for (const day of ['22', '29']) {
      await setClock(`2026-12-${day} 09:01`);
      await arrived(`${day} Dec: the promise is over, and all who owe are reminded`, [
        'mail zainab',
        'mail sana',
        'mail imran',
      ]);
    }
    await setClock('2026-12-31 16:00');
    await arrived('31 Dec: nothing else came', []);
    office = await admin();
    await shoot.office('31-sent', '/reminders/sent');
    await shoot.office('31-reports', '/reports');
    await shoot.office('31-month', '/month');
    await shoot.office('31-person', `/user/${zainab.id}`);

    const ids = mailServer.received.map(({ messageId }) => messageId);
    const tags = pushService.received.map(({ device, notification }) => `${device} ${JSON.stringify(notification)}`);
    findings.add('no message arrived twice', new Set(ids).size === ids.length, `${ids.length} mails`);
    findings.add('no notification arrived twice', new Set(tags).size === tags.length, `${tags.length} notifications`);
    findings.print(`A month on ${engine}; pictures in ${folder}`);
  } finally {
    await server?.kill();
    await pushService.stop();
    await mailServer.stop();
    await database.remove();
  }
}

/** What people see, at 360 and 1280 px. */
function pictures(
  with_: Browser,
  {
    folder,
    url,
    password,
    speak,
  }: {
    folder: string;
    url: () => string;
    password: string;
    /** Sets the language of the office's account. */
    speak: (language: Language) => Promise<void>;
  },
) {
  const opened = async (
    account: { email: string; password: string },
    width: number,
    work: (page: Page) => Promise<void>,
  ) => {
    const height = width < 500 ? 740 : 900;
    const context = await with_.newContext({ viewport: { width, height }, reducedMotion: 'reduce', locale: 'en-PK' });
    try {
      const page = await context.newPage();
      await signInOn(page, url(), account);
      await work(page);
    } finally {
      await context.close();
    }
  };
  const settled = async (page: Page): Promise<void> => {
    await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'hidden' });
    // Lets parts that load later appear in the picture.
    await pause(1500);
  };
  return {
    /** In both languages. */
    async office(name: string, path: string): Promise<void> {
      for (const language of LANGUAGES) {
        await speak(language);
        for (const width of [360, 1280]) {
          await opened(ACCOUNT, width, async (page) => {
            await page.goto(`${url()}/#${path}`);
            await settled(page);
            await page.screenshot({ path: join(folder, `${name}-${language}-${width}.png`), fullPage: true });
          });
        }
      }
      await speak('en');
    },
    async member(name: string, { email }: Member, language: Language): Promise<void> {
      for (const width of [360, 1280]) {
        await opened({ email, password }, width, async (page) => {
          await settled(page);
          await page.screenshot({ path: join(folder, `${name}-${language}-${width}.png`), fullPage: true });
        });
      }
    },
    /** Sends "I have paid" with a picture from a phone. */
    async claim({ email }: Member): Promise<void> {
      await opened({ email, password }, 360, async (page) => {
        await settled(page);
        const picture = await page.screenshot({ type: 'jpeg' });
        await page.getByRole('button', { name: 'I have paid' }).click();
        const dialog = page.getByRole('dialog', { name: 'I Have Paid' });
        await dialog.getByLabel('Paid by').selectOption('JazzCash');
        await dialog.getByLabel('Reference or Transaction Number').fill('TRX 4711');
        const chosen = page.waitForEvent('filechooser');
        await dialog.getByRole('button', { name: 'Choose Picture' }).click();
        await (await chosen).setFiles({ name: 'transfer.jpg', mimeType: 'image/jpeg', buffer: picture });
        await dialog.getByRole('img', { name: 'The picture that will be sent' }).waitFor();
        await page.screenshot({ path: join(folder, '3-claim-360.png') });
        await dialog.getByRole('button', { name: 'Send' }).click();
        await page.getByText('Sent. You will see the answer here.').waitFor();
      });
    },
  };
}
