// Users: the people who can be fined.
import { z } from 'zod';
import { isEmail, repeatedEmails } from '../core/people/email.ts';
import { stripInvisible } from '../core/text/letters.ts';
import { MAX_LENGTH, MAX_USERS_PER_LIST } from '../core/limits.ts';
import { GRANTED_LEVELS } from '../core/people/permission.ts';
import { operation } from './operation.ts';
import { dueOfUser } from './overview.ts';
import { openSession } from './sign-in/account.ts';
import { passkey } from './sign-in/passkeys.ts';
import {
  changesAsShown,
  email,
  groupFilter,
  id,
  instant,
  line,
  memberEmail,
  noUserTwice,
  notSpoiled,
  pageOf,
  pageQuery,
  searchTerm,
  summary,
  text,
  userStatus,
} from './shapes.ts';
import { onlyFor } from './only-for.ts';

const access = z.enum(['member', ...GRANTED_LEVELS]);

export const user = z.object({
  id: z.string(),
  /** "Unknown User" when the record has no name */
  userName: z.string(),
  userEmail: memberEmail,
  userRole: z.string(),
  phone: onlyFor('viewer', z.string()),
  /** null if they are in none */
  groupId: onlyFor('viewer', z.string().nullable()),
  /** the first valid number in `phone` in international form, digits only; null if there is none */
  number: onlyFor('viewer', z.string().nullable()),
  status: userStatus,
  /** 'member': no more access than any member */
  access,
  createdAt: instant,
  updatedAt: instant.nullable(),
  /**
   * 'active': has a way to sign in, which works while the status is Active; 'invited': has an open sign-in link but has
   * never used one; 'none': neither
   */
  signIn: z.enum(['none', 'invited', 'active']),
  /** when they last signed in, null if they never did */
  lastSignIn: instant.nullable(),
});
export type User = z.infer<typeof user>;

/** A user as a line of a list or file. */
const userLine = z.object({
  userName: line(MAX_LENGTH.userName),
  userEmail: email.refine(isEmail, 'must be an e-mail address'),
  userRole: line(MAX_LENGTH.role),
  phone: text(MAX_LENGTH.phone)
    .overwrite((phone) => stripInvisible(phone).trim())
    .refine(...notSpoiled),
  status: userStatus,
});

export type UserLine = z.output<typeof userLine>;

/** The fields a person fills in. Fields that only the form has are added here; lists and files ignore them. */
const userForm = userLine.extend({ groupId: id.nullable() });
export type UserForm = z.output<typeof userForm>;

/**
 * Defaults apply only to adding: in a change they would reset what is not sent. Those of a line apply to the form too.
 */
const lineDefaults = { status: userStatus.default('Active') };
const formDefaults = { ...lineDefaults, groupId: userForm.shape.groupId.default(null) };

export const listUsers = operation({
  id: 'users.list',
  method: 'GET',
  path: '/users',
  needs: 'viewer',
  summary: 'Users by name, a page at a time; the search looks in name, e-mail and role.',
  /** `with`: the id of a user whose page is wanted, in place of `page` */
  query: z.object({ search: searchTerm, group: groupFilter, with: id.optional(), ...pageQuery(25) }),
  output: pageOf(user).extend({ totalUsers: z.number().int() }),
});

/** For pickers: only what a person needs to choose. */
export const listUserOptions = operation({
  id: 'users.options',
  method: 'GET',
  path: '/users/options',
  needs: 'viewer',
  summary:
    'Users to choose from, by name. The search looks in name, e-mail and id. Names that begin with it come first, then names with a later word that does; inactive users come last.',
  query: z.object({ search: searchTerm, group: groupFilter, ...pageQuery(50) }),
  output: pageOf(
    z.object({
      id: z.string(),
      userName: z.string(),
      userEmail: memberEmail,
      status: userStatus,
    }),
  ),
});

export const readUser = operation({
  id: 'users.get',
  method: 'GET',
  path: '/users/:userId',
  needs: 'viewer',
  summary:
    'One user with totals. Also answers for a deleted user who still has fines, with `deleted` true. The id of a record that was joined with another leads to that one.',
  params: z.object({ userId: id }),
  output: z.object({
    user,
    deleted: z.boolean(),
    summary,
    /** the date of the oldest unpaid fine, null if there is none */
    unpaidSince: z.string().nullable(),
    /** fines of which something is outstanding */
    openCount: z.number().int(),
    /** the record that was joined with this one last, while that can be undone */
    joined: z.object({ userId: z.string(), userName: z.string() }).nullable(),
    ...dueOfUser,
  }),
  errors: ['user-not-found'],
});

export const addUser = operation({
  id: 'users.add',
  method: 'POST',
  path: '/users',
  needs: 'manager',
  summary: 'Adds a user.',
  body: userForm.extend(formDefaults),
  output: user,
  errors: ['email-in-use', 'group-not-found'],
  writes: true,
});

export const addUsers = operation({
  id: 'users.addSeveral',
  method: 'POST',
  path: '/users/several',
  needs: 'manager',
  summary: 'Adds several users, all of them or none.',
  body: z.object({
    users: z
      .array(userLine.extend(lineDefaults))
      .min(1, 'must name at least one user')
      .max(MAX_USERS_PER_LIST, `must be at most ${MAX_USERS_PER_LIST} users at once`)
      .superRefine((users, context) => {
        for (const place of repeatedEmails(users.map(({ userEmail }) => userEmail)).keys()) {
          context.addIssue({
            code: 'custom',
            path: [place, 'userEmail'],
            message: 'must not be in the list twice',
            continue: true,
          });
        }
      }),
  }),
  /** in the order of `users` */
  output: z.object({ userIds: z.array(z.string()) }),
  errors: ['emails-in-use'],
  writes: true,
});

export const updateUser = operation({
  id: 'users.update',
  method: 'PATCH',
  path: '/users/:userId',
  needs: 'manager',
  summary: 'Changes only the fields of a user that are sent.',
  params: z.object({ userId: id }),
  body: changesAsShown(userForm),
  output: user,
  errors: ['user-not-found', 'record-changed', 'email-in-use', 'group-not-found', 'user-has-access'],
  writes: true,
});

export const setGroup = operation({
  id: 'users.setGroup',
  method: 'POST',
  path: '/users/group',
  needs: 'manager',
  summary: 'Puts several users into a group, or into none, all of them or nobody.',
  body: z.object({
    userIds: z
      .array(id)
      .min(1, 'must name at least one user')
      .max(MAX_USERS_PER_LIST, `must be at most ${MAX_USERS_PER_LIST} users at once`)
      .refine(...noUserTwice),
    groupId: userForm.shape.groupId,
  }),
  /** how many were not in it before */
  output: z.object({ changed: z.number().int() }),
  errors: ['user-not-found', 'group-not-found'],
  writes: true,
});

export const deleteUser = operation({
  id: 'users.delete',
  method: 'DELETE',
  path: '/users/:userId',
  needs: 'manager',
  summary: 'Deletes a user. The fines and totals stay, under "Unknown User".',
  params: z.object({ userId: id }),
  output: z.object({ id: z.string() }),
  errors: ['user-not-found', 'user-has-access'],
  writes: true,
});

/**
 * Each link invalidates earlier ones. The answer is shown once and never stored; the journal records only that a link
 * was made. Hence no Idempotency-Key: a repeat makes another link.
 */
export const createSignInLink = operation({
  id: 'users.createSignInLink',
  method: 'POST',
  path: '/users/:userId/sign-in-link',
  needs: 'manager',
  summary: 'Creates a single-use link, valid for 7 days, with which a user chooses a password and signs in.',
  params: z.object({ userId: id }),
  output: z.object({
    /** for the address `…/#/login?invite=TOKEN` */
    token: z.string(),
    expiresAt: instant,
    /** the public address; null means the one the browser uses */
    baseUrl: z.string().nullable(),
  }),
  errors: ['user-not-found', 'user-without-email', 'user-inactive', 'user-is-administrator', 'user-has-access'],
  writes: false,
});

export const setUserAccess = operation({
  id: 'users.setAccess',
  method: 'PUT',
  path: '/users/:userId/access',
  needs: 'administrator',
  summary: "Sets a user's access. A change ends all of their sessions, passkeys and sign-in links.",
  params: z.object({ userId: id }),
  body: changesAsShown(z.object({ access })).required({ access: true }),
  output: user,
  errors: ['user-not-found', 'record-changed', 'user-without-email', 'user-is-administrator'],
  writes: true,
});

export const readSignIns = operation({
  id: 'users.signIns',
  method: 'GET',
  path: '/users/:userId/sign-ins',
  needs: 'administrator',
  summary: 'How a user can sign in: password, passkeys, open sessions, an open sign-in link.',
  params: z.object({ userId: id }),
  output: z.object({
    /** whether a password has been chosen */
    password: z.boolean(),
    passkeys: z.array(passkey),
    sessions: z.array(openSession.omit({ id: true, current: true })),
    /** null if there is no open sign-in link */
    linkExpiresAt: instant.nullable(),
  }),
  errors: ['user-not-found'],
});

export const endSignIns = operation({
  id: 'users.endSignIns',
  method: 'POST',
  path: '/users/:userId/sign-ins/end',
  needs: 'administrator',
  summary:
    'Ends everything that signs a user in: sessions, links, passkeys and the password. They need a new link to sign in again.',
  params: z.object({ userId: id }),
  output: z.object({ id: z.string() }),
  errors: ['user-not-found', 'user-is-administrator'],
  writes: true,
});
