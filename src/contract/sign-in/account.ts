// One's own account: the password and the open sessions. They are no records of the organisation, so these operations
// leave no journal entry.
import { z } from 'zod';
import { LANGUAGES } from '../../core/text/languages.ts';
import { MAX_LENGTH, PASSWORD_LENGTH } from '../../core/limits.ts';
import { newPassword } from './auth.ts';
import { operation } from '../operation.ts';
import { id, instant, line } from '../shapes.ts';

export const changePassword = operation({
  id: 'account.changePassword',
  method: 'POST',
  path: '/account/password',
  needs: 'member',
  summary:
    'Sets a new password and ends all other sessions; on request, also removes all passkeys. Attempts are limited as for signing in.',
  body: z.object({
    currentPassword: z.string().min(1).max(PASSWORD_LENGTH.max),
    newPassword,
    removePasskeys: z.boolean().default(false),
  }),
  output: z.object({ endedSessions: z.number().int(), removedPasskeys: z.number().int() }),
  errors: ['password-wrong', 'passkey-needed', 'too-many-attempts'],
  writes: false,
});

export const setLanguage = operation({
  id: 'account.setLanguage',
  method: 'POST',
  path: '/account/language',
  needs: 'member',
  summary: 'Saves the language in which the caller reads the interface.',
  body: z.object({ language: z.enum(LANGUAGES) }),
  output: z.object({ language: z.enum(LANGUAGES) }),
  writes: false,
});

export const setOwnName = operation({
  id: 'account.setName',
  method: 'POST',
  path: '/account/name',
  needs: 'administrator',
  summary:
    "Sets the administrator's name, which receipts and the history show. All others have the name in their user record.",
  body: z.object({ name: line(MAX_LENGTH.userName) }),
  output: z.object({ name: z.string() }),
  writes: false,
});

export const openSession = z.object({
  id: z.string(),
  /** names such as Chrome and Android, null if the browser does not say */
  browser: z.string().nullable(),
  system: z.string().nullable(),
  signedInAt: instant,
  /** when the app was last opened with it, to the day: updated at most once in 24 hours */
  lastOpenedAt: instant,
  /** the session of this request */
  current: z.boolean(),
});
export type OpenSession = z.infer<typeof openSession>;

export const listOwnSessions = operation({
  id: 'account.sessions',
  method: 'GET',
  path: '/account/sessions',
  needs: 'member',
  summary: "The caller's open sessions: this one first, then newest sign-in first; at most 100.",
  output: z.object({ items: z.array(openSession) }),
});

export const endOwnSession = operation({
  id: 'account.endSession',
  method: 'DELETE',
  path: '/account/sessions/:sessionId',
  needs: 'member',
  summary: "Ends one of the caller's sessions.",
  params: z.object({ sessionId: id }),
  output: z.object({ id: z.string() }),
  errors: ['session-not-found'],
  writes: false,
});

export const signOutEverywhere = operation({
  id: 'account.signOutEverywhere',
  method: 'POST',
  path: '/account/sign-out-everywhere',
  needs: 'member',
  summary: "Ends all of the caller's sessions, including this one.",
  output: z.object({ endedSessions: z.number().int() }),
  writes: false,
});
