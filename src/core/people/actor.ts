/**
 * Who did something. Rights and holdings go by the id, which stays with one person whatever their address is; the name is what they
 * were called by then, an e-mail mostly, and is only shown.
 */
export interface Actor {
  readonly id: string;
  readonly name: string;
}

/** The built-in administrator, whose e-mail the configuration says. */
export const ADMINISTRATOR_ID = 'administrator';

const USER = 'user:';

/** Each kind has a beginning of its own: an imported user may be called whatever another kind is. */
export const idOfUser = (userId: string): string => `${USER}${userId}`;
export const idOfKey = (keyId: string): string => `key:${keyId}`;
/** Somebody of whom only the name is known, from before ids were recorded. Nobody who signs in has it. */
export const idOfName = (name: string): string => `name:${name}`;
/** The program itself, e.g. an import. */
export const program = (name: string): Actor => ({ id: `program:${name}`, name });

/** Of somebody signed in: the administrator has no record. */
export const actorIdOf = ({ userId }: { userId: string | null }): string =>
  userId === null ? ADMINISTRATOR_ID : idOfUser(userId);

/** What an id says of a name, where nothing else does. */
export const nameInId = (id: string): string => id.replace(/^\w+:/, '');

/** The user record of an id; null where it is no user's. */
export const userOfId = (id: string): string | null => (id.startsWith(USER) ? id.slice(USER.length) : null);
