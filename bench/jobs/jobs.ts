// The jobs, each starting from the dashboard, in the fewest presses that each way of working allows.
import type { Locator } from '@playwright/test';
import { collect as english } from '../../src/web/messages/en/collecting.ts';
import { common as commonEnglish } from '../../src/web/messages/en/first.ts';
import { dashboard as dashboardEnglish } from '../../src/web/messages/en/dashboard.ts';
import { collect as urdu } from '../../src/web/messages/ur/collecting.ts';
import { common as commonUrdu } from '../../src/web/messages/ur/first.ts';
import { dashboard as dashboardUrdu } from '../../src/web/messages/ur/dashboard.ts';
import type { Hands } from './hands.ts';
import { ACCOUNT } from '../measure/server-process.ts';
import { ASKER, CASH, DEBTOR, FINED, LATE, latinUrduWorkbook, messyWorkbook, PAYERS } from './office.ts';

interface Job {
  name: string;
  language?: 'ur';
  /** starts at the sign-in screen of a server on which nobody has done anything */
  empty?: true;
  /** done before the job, and not counted */
  prepare?: (hands: Hands) => Promise<void>;
  run: (hands: Hands, today: string) => Promise<void>;
}

const button = ({ page }: Hands, name: string | RegExp): Locator =>
  page.getByRole('button', { name }).filter({ visible: true }).first();
const link = ({ page }: Hands, name: string | RegExp): Locator =>
  page.getByRole('link', { name }).filter({ visible: true }).first();
const dialog = ({ page }: Hands): Locator => page.getByRole('dialog').filter({ visible: true }).last();
const field = (hands: Hands, name: string | RegExp): Locator =>
  dialog(hands).locator('input, select').and(dialog(hands).getByLabel(name)).filter({ visible: true }).first();

/** Types into the finder. */
async function begin(hands: Hands, text: string): Promise<void> {
  if (hands.byKeyboard) await hands.key('Control+k');
  else await hands.press(button(hands, /^Find/));
  await hands.write(dialog(hands).getByRole('combobox'), text);
  await hands.see(dialog(hands).getByRole('option').first());
}

/** Finds a person, a screen or an action in the finder, and goes there. */
async function find(hands: Hands, text: string): Promise<void> {
  await begin(hands, text);
  await hands.key('Enter');
}

/** Nobody's name begins with this many letters of an action. */
const BEGINNING = 9;

/** Runs an action that the finder lists at once: by typing the beginning of its name, or by pressing it there. */
async function act(hands: Hands, name: string): Promise<void> {
  if (hands.byKeyboard) return find(hands, name.toLowerCase().slice(0, BEGINNING));
  await hands.press(button(hands, /^Find/));
  await hands.press(dialog(hands).getByRole('option', { name, exact: true }));
}

async function fineThree(hands: Hands): Promise<void> {
  if (hands.byKeyboard) await hands.key('n');
  else await hands.press(link(hands, 'Add New Fine'));
  if (hands.byKeyboard) {
    await hands.see(hands.page.getByRole('option', { name: 'Late arrival' }));
    await hands.key('ArrowDown');
    await hands.strike('Enter');
  } else await hands.press(hands.page.getByRole('option', { name: 'Late arrival' }));
  for (const name of FINED) {
    await hands.write(field(hands, 'Search users by name or e-mail'), name.slice(0, 7));
    await hands.see(dialog(hands).getByRole('checkbox', { name: new RegExp(name) }));
    await hands.key('Enter');
  }
  if (hands.byKeyboard) await hands.key('Control+Enter');
  else await hands.press(button(hands, 'Add Fine'));
  await hands.see(button(hands, 'Undo'));
}

/** Takes 500 of 1,250, until the receipt is being printed. */
async function takeInPart(hands: Hands, name: string, isUrdu: boolean): Promise<void> {
  const texts = isUrdu ? urdu : english;
  const { collectPayment } = isUrdu ? commonUrdu : commonEnglish;
  if (hands.byKeyboard) {
    await hands.key('c');
    await hands.write(field(hands, texts.member), name);
    await hands.see(hands.page.getByRole('option', { name }));
    await hands.key('Enter');
  } else {
    const { label } = (isUrdu ? dashboardUrdu : dashboardEnglish).search;
    await hands.write(hands.page.getByRole('searchbox', { name: label }), name);
    // Cards of others would be scrolled past.
    await hands.page.waitForFunction(() => document.querySelectorAll('[role=listitem]:has(dd)').length === 1);
    await hands.press(
      hands.page.getByRole('listitem').filter({ hasText: name }).getByRole('button', { name: collectPayment }),
    );
  }
  await hands.write(field(hands, texts.amount), '500');
  await hands.key('Enter');
  const print = dialog(hands).getByRole('link', { name: texts.print });
  // The hands are on the keys.
  if (hands.way === 'phone') await hands.press(print);
  else await hands.shortcut(print, 'Control+p');
}

/** Pays the newest of many fines, all of which are ticked at first. */
async function payNewest(hands: Hands): Promise<void> {
  if (hands.byKeyboard) {
    await hands.key('c');
    await hands.write(field(hands, english.member), LATE);
    await hands.see(hands.page.getByRole('option', { name: LATE }));
    await hands.key('Enter');
  } else {
    await hands.write(hands.page.getByRole('searchbox', { name: dashboardEnglish.search.label }), LATE);
    await hands.page.waitForFunction(() => document.querySelectorAll('[role=listitem]:has(dd)').length === 1);
    await hands.press(
      hands.page.getByRole('listitem').filter({ hasText: LATE }).getByRole('button', { name: 'Collect Payment' }),
    );
  }
  const fines = dialog(hands).getByRole('checkbox', { name: /Rs/ });
  await hands.see(fines.last());
  const none = dialog(hands).getByRole('button', { name: 'None', exact: true });
  if (await none.isVisible()) {
    await hands.press(none);
    await hands.press(fines.last());
  } else for (let place = (await fines.count()) - 2; place >= 0; place -= 1) await hands.press(fines.nth(place));
  await hands.press(button(hands, english.save));
  await hands.see(dialog(hands).getByRole('link', { name: english.print }));
}

/** Writes into one field after the other of a form, and saves it by Enter. */
async function fillIn(hands: Hands, values: readonly (readonly [Locator, string])[]): Promise<void> {
  for (const [place, [target, value]] of values.entries()) {
    if (place > 0) await hands.key('Tab');
    await hands.write(target, value);
  }
  const saved = hands.page.waitForResponse((response) => response.request().method() !== 'GET' && response.ok());
  await hands.key('Enter');
  await saved;
}

/** The first steps that save something, until a fine is saved. */
async function firstHour(hands: Hands): Promise<void> {
  const { page } = hands;
  const labelled = (name: string): Locator => page.getByLabel(name, { exact: true }).and(page.locator('input'));
  const steps = page.getByRole('region', { name: 'First steps' });
  const step = async (name: string): Promise<void> => {
    // A screen may have come back to the steps by itself.
    if (await opens(steps)) return hands.press(steps.getByRole('link', { name }));
    if (hands.byKeyboard) await find(hands, 'dash');
    else await hands.press(link(hands, 'Dashboard'));
    await hands.press(steps.getByRole('link', { name }));
  };
  await fillIn(hands, [
    [labelled('E-mail'), ACCOUNT.email],
    [labelled('Password'), ACCOUNT.password],
  ]);
  await step('Enter your own name');
  await fillIn(hands, [[labelled('Your name'), 'Nadia Baloch']]);
  await step('Name your organisation');
  await fillIn(hands, [[labelled('Name of the organisation'), 'Jinnah Welfare Trust']]);
  await step('List your fine types');
  // The dialog may be open by then.
  if (!(await opens(dialog(hands)))) await hands.press(button(hands, 'Add Fine Type'));
  await hands.write(field(hands, /^Name/), 'Late arrival');
  await hands.write(field(hands, 'Default amount (Rs.)'), '200');
  await fillIn(hands, []);
  await step('Add your first users');
  await fillIn(hands, [
    [field(hands, /^Name/), 'Hamza Awan'],
    [field(hands, /^Email/), 'hamza@office.test'],
    [field(hands, /^Role/), 'Clerk'],
    [field(hands, /^Phone/), '03001234567'],
  ]);
  await step('Add your first fine');
  if (hands.byKeyboard) {
    await hands.see(page.getByRole('option', { name: 'Late arrival' }));
    await hands.key('ArrowDown');
    await hands.strike('Enter');
    await hands.write(field(hands, 'Search users by name or e-mail'), 'ham');
    await hands.see(dialog(hands).getByRole('checkbox', { name: /Hamza/ }));
    await hands.key('Enter');
    await hands.key('Control+Enter');
  } else {
    await hands.press(page.getByRole('option', { name: 'Late arrival' }));
    await hands.press(dialog(hands).getByRole('checkbox', { name: /Hamza/ }));
    await hands.press(button(hands, 'Add Fine'));
  }
  // The rule that doubles repeats is on at first.
  const question = page.getByRole('dialog', { name: 'Confirm Fines' });
  if (await opens(question)) {
    if (hands.byKeyboard) await hands.key('Enter');
    else await hands.press(question.getByRole('button', { name: 'Add Fine' }));
  }
  await hands.see(button(hands, 'Undo'));
}

/** By then, whatever a screen opens by itself is open. */
const BACK_MS = 1500;
const opens = async (target: Locator): Promise<boolean> =>
  target.waitFor({ timeout: BACK_MS }).then(
    () => true,
    () => false,
  );

async function openImport(hands: Hands): Promise<void> {
  if (hands.byKeyboard) await find(hands, 'import fines');
  else {
    await hands.press(link(hands, /^Fines$/));
    await hands.press(link(hands, 'Import'));
  }
}

/** Chooses each column that is not recognised by its head, then leaves out the two rows that are wrong. */
async function importFortyWithoutTwo(hands: Hands, today: string): Promise<void> {
  await openImport(hands);
  await hands.chooseFile(button(hands, 'Choose a File'), latinUrduWorkbook(today));
  const columns = [
    ['Member', 'Naam'],
    ['Fine type', 'Wajah'],
    ['Amount', 'Raqam'],
    ['Date', 'Tareekh'],
  ] as const;
  for (const [column, head] of columns) {
    const select = hands.page.locator('select').and(hands.page.getByLabel(new RegExp(`^${column}`)));
    await hands.see(select);
    if ((await select.inputValue()) === '') await hands.choose(select, head);
  }
  await hands.press(button(hands, 'Leave out these 2 rows'));
  await hands.press(button(hands, 'Import 38 fines'));
  await hands.see(hands.page.getByText('38 fines were imported.'));
}

export const JOBS: readonly Job[] = [
  {
    name: 'Hand over the cash',
    async run(hands) {
      await act(hands, 'Hand Over Cash');
      await hands.write(field(hands, 'Counted (PKR)'), String(CASH));
      await hands.key('Enter');
      await hands.see(button(hands, 'Slip'));
    },
  },
  { name: 'Fine three for the same thing', run: fineThree },
  { name: 'Take 500 of 1,250, with a receipt', run: (hands) => takeInPart(hands, PAYERS[0], false) },
  {
    name: 'Undo three that were added in one go',
    prepare: fineThree,
    async run(hands) {
      if (hands.byKeyboard) await hands.key('Control+z');
      else await hands.press(button(hands, 'Undo'));
      await hands.see(hands.page.getByText(/^Undone: 3|3 fines/).first());
    },
  },
  {
    name: 'Remind whoever has owed for longest',
    async run(hands) {
      if (hands.byKeyboard) await find(hands, 'reminders');
      else {
        if (hands.way === 'phone')
          await hands.press(
            hands.page.getByRole('navigation', { name: 'Shortcuts' }).getByRole('button', { name: 'More' }),
          );
        await hands.press(link(hands, 'Reminders'));
      }
      await hands.press(
        hands.page
          .getByRole('row')
          .filter({ hasText: DEBTOR })
          .getByRole('button', { name: /^WhatsApp/ }),
      );
    },
  },
  {
    name: 'Say why, and what was paid',
    async run(hands) {
      await begin(hands, ASKER);
      await hands.take(dialog(hands).getByRole('option', { name: /^Statement/ }));
      await hands.see(hands.page.getByText('Closing balance'));
    },
  },
  {
    name: 'A new member who can sign in',
    async run(hands) {
      await act(hands, 'Add New User');
      const values = [
        ['Name', 'Yasir Soomro'],
        ['Email', 'yasir@'],
        ['Role/Designation', 'Driver'],
        ['Phone', '03001234567'],
      ] as const;
      for (const [place, [label, value]] of values.entries()) {
        if (place > 0) await hands.key('Tab');
        await hands.write(field(hands, new RegExp(`^${label}`)), value);
        // Tab takes what is offered; the keyboard of a phone has none.
        const offered = dialog(hands).getByRole('option', { name: 'yasir@office.test' });
        if (label !== 'Email') continue;
        if (hands.way === 'phone') await hands.press(offered);
        else await hands.see(offered);
      }
      await hands.key('Enter');
      await hands.see(button(hands, 'Send sign-in link'));
      if (hands.byKeyboard) {
        await hands.key('F8');
        await hands.strike('Enter');
      } else await hands.press(button(hands, 'Send sign-in link'));
      await hands.see(dialog(hands).getByRole('textbox').first());
    },
  },
  {
    name: 'A messy .xlsx of 21 rows',
    async run(hands, today) {
      await openImport(hands);
      await hands.chooseFile(button(hands, 'Choose a File'), messyWorkbook(today));
      await hands.take(hands.page.getByRole('option', { name: 'Farah Jatoi' }));
      await hands.write(hands.page.locator('input').and(hands.page.getByLabel('Amount in row 11')), '200');
      await hands.key('Enter');
      await hands.take(hands.page.getByRole('option', { name: '28/02/2026' }));
      await hands.press(button(hands, 'Import 20 fines'));
      await hands.see(hands.page.getByText('20 fines were imported.'));
    },
  },
  {
    name: 'The month for the boss, printed',
    async run(hands) {
      if (hands.way === 'mouse') {
        await hands.press(link(hands, 'Reports'));
        await hands.press(link(hands, 'Monthly Report'));
      } else await find(hands, 'month');
      await hands.press(button(hands, 'Print'));
    },
  },
  { name: 'Take 500 of 1,250, in Urdu', language: 'ur', run: (hands) => takeInPart(hands, PAYERS[1], true) },
  { name: 'Pay one newer fine of eighteen', run: payNewest },
  { name: 'A file of 40, two rows of which are wrong', run: importFortyWithoutTwo },
  { name: 'The first hour', empty: true, run: firstHour },
];
