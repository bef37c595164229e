// Exported files name fixed values as the screens do.
import { expect, test } from 'vitest';
import { type ExportValue, valueIn } from '../../../src/core/files/export-words.ts';
import { LANGUAGES } from '../../../src/core/text/languages.ts';
import { history as historyEnglish } from '../../../src/web/messages/en/records.ts';
import { common as commonEnglish } from '../../../src/web/messages/en/first.ts';
import { payments as paymentsEnglish } from '../../../src/web/messages/en/payments.ts';
import { users as usersEnglish } from '../../../src/web/messages/en/users.ts';
import { ur } from '../../../src/web/messages/ur/index.ts';

const texts = {
  en: { history: historyEnglish, common: commonEnglish, payments: paymentsEnglish, users: usersEnglish },
  ur: { history: ur.history, common: ur.common, payments: ur.payments, users: ur.users },
};

test.each(LANGUAGES)('files use the words of the screens, in %s [EXPORT-3]', (language) => {
  const { common, history, payments, users } = texts[language];
  const { Waived: _1, ...statuses } = common.status;
  const { label: _4, may: _5, ...levels } = common.access;
  const { none, invited, active } = users.signIn;
  const { opening, closing, kind } = payments.statement;
  const shown = {
    ...statuses,
    ...levels,
    ...common.method,
    ...kind,
    ...history.kind,
    none,
    invited,
    active,
    opening,
    closing,
  } as Partial<Record<ExportValue, string>>;
  const names = Object.keys(shown) as ExportValue[];
  expect(Object.fromEntries(names.map((name) => [name, valueIn(language, name)]))).toEqual(shown);
});
