// Sign-in links for many at once: the members who have no sign-in yet, and a link for each who is chosen.
import { z } from 'zod';
import { MAX_LINKS_AT_ONCE } from '../../core/limits.ts';
import { operation } from '../operation.ts';
import { id, instant, noUserTwice } from '../shapes.ts';
import { listUsers, user } from '../users.ts';

/** A member with an e-mail and no sign-in. */
const withoutSignIn = user.pick({ id: true, userName: true, phone: true, number: true }).extend({
  /** they have an unused link that is still valid */
  invited: z.boolean(),
});
export type WithoutSignIn = z.infer<typeof withoutSignIn>;

export const listWithoutSignIn = operation({
  id: 'users.withoutSignIn',
  method: 'GET',
  path: '/users/without-sign-in',
  needs: 'manager',
  summary: `Active members who have an e-mail but cannot sign in yet, of those whom users.list finds: the first ${MAX_LINKS_AT_ONCE}, those without an open link first, then newest first.`,
  query: listUsers.query.omit({ page: true, pageSize: true, with: true }),
  output: z.object({
    items: z.array(withoutSignIn),
    totalItems: z.number().int(),
    /** how many more there would be if they had no access: they get their links one by one */
    staff: z.number().int(),
  }),
});

/** Like a single link: the answer is shown once and never stored, and a repeat makes new links. */
export const createSignInLinks = operation({
  id: 'users.createSignInLinks',
  method: 'POST',
  path: '/users/sign-in-links',
  needs: 'manager',
  summary:
    'Creates a single-use link, valid for 7 days, for each of these members. Those who can sign in by now, or cannot have a link, are left out.',
  body: z.object({
    userIds: z
      .array(id)
      .min(1, 'must name at least one user')
      .max(MAX_LINKS_AT_ONCE, `must be at most ${MAX_LINKS_AT_ONCE} users at once`)
      .refine(...noUserTwice),
  }),
  output: z.object({
    /** in the order of `userIds` */
    links: z.array(z.object({ userId: z.string(), token: z.string() })),
    expiresAt: instant,
    /** the public address; null means the one the browser uses */
    baseUrl: z.string().nullable(),
  }),
  writes: false,
});
