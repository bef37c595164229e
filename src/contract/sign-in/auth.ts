// Signing in and out, and what the browser needs to know about the principal.
import { z } from 'zod';
import { LANGUAGES } from '../../core/text/languages.ts';
import { MAX_LENGTH, PASSWORD_LENGTH } from '../../core/limits.ts';
import { ACCESS_LEVELS } from '../../core/people/permission.ts';
import { operation } from '../operation.ts';
import { groupNames, instant, person } from '../shapes.ts';

/** The organisation's day and time zone, so that browser and server mean the same "today". */
const organisation = z.object({
  timeZone: z.string(),
  today: z.string(),
  /** empty if it has given none, and for whoever is signed out */
  name: z.string(),
});

export const session = z.object({
  /** null when nobody is signed in */
  principal: z
    .object({
      email: z.string(),
      name: z.string(),
      access: z.enum(ACCESS_LEVELS),
      /** their user record; null for the administrator */
      userId: z.string().nullable(),
      /** people who act or have acted here, with the e-mail by which lists are filtered; empty for members */
      people: z.array(person),
      /** the Urdu names of fine types on the list, by the search keys of their names, present and former */
      fineTypes: z.array(z.object({ key: z.string(), urduName: z.string() })),
      /** the organisation's groups in their order, inactive ones as well; empty for members */
      groups: z.array(groupNames.extend({ id: z.string(), active: z.boolean() })),
      /** chosen by the account's owner; null until then */
      language: z.enum(LANGUAGES).nullable(),
      /**
       * The Last-Event-ID with which the live feed is to begin, so that nothing between this answer and the feed is
       * missed.
       */
      booksVersion: z.string(),
    })
    .nullable(),
  organisation,
  /** the name of the organisation's own identity provider; null if there is none */
  provider: z.string().nullable(),
});
export type Session = z.infer<typeof session>;

export const readSession = operation({
  id: 'auth.session',
  method: 'GET',
  path: '/auth/session',
  needs: 'anyone',
  summary: 'Who is signed in, if anybody.',
  output: session,
});

export const signIn = operation({
  id: 'auth.signIn',
  method: 'POST',
  path: '/auth/sign-in',
  needs: 'anyone',
  summary: 'Signs in with e-mail and password and sets the session cookie.',
  body: z.object({
    email: z.string().min(1).max(MAX_LENGTH.email),
    password: z.string().min(1).max(PASSWORD_LENGTH.max),
  }),
  output: session,
  errors: ['sign-in-failed', 'passkey-needed', 'too-many-attempts'],
  writes: false,
});

export const signOut = operation({
  id: 'auth.signOut',
  method: 'POST',
  path: '/auth/sign-out',
  needs: 'anyone',
  summary: 'Ends the session, if there is one, and its live streams.',
  output: z.object({}),
  writes: false,
});

/** A new password: only its length is checked (SIGNIN-7). */
export const newPassword = z
  .string()
  .min(PASSWORD_LENGTH.min, `must have at least ${PASSWORD_LENGTH.min} characters`)
  .max(PASSWORD_LENGTH.max, `must have at most ${PASSWORD_LENGTH.max} characters`);

/** The token from the link. It is sent in the body, so that no log of addresses contains it. */
const linkToken = z.string().min(1).max(1000);

/** The errors with which a sign-in link can be refused. */
const linkErrors = ['link-unknown', 'link-used', 'link-expired', 'link-voided', 'too-many-attempts'] as const;

export const readInvitation = operation({
  id: 'auth.invitation',
  method: 'POST',
  path: '/auth/invitation',
  needs: 'anyone',
  summary: 'Who a sign-in link is for, and until when it is valid. Changes nothing.',
  body: z.object({ token: linkToken }),
  output: z.object({ name: z.string(), email: z.string(), expiresAt: instant }),
  errors: linkErrors,
  writes: false,
});

export const acceptInvitation = operation({
  id: 'auth.acceptInvitation',
  method: 'POST',
  path: '/auth/invitation/accept',
  needs: 'anyone',
  summary: 'Uses a sign-in link: sets the password, ends all earlier sessions, links and passkeys, and signs in.',
  body: z.object({ token: linkToken, password: newPassword }),
  output: session,
  errors: linkErrors,
  writes: false,
});
