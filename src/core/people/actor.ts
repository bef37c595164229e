/**
 * Who did something. Rights and holdings go by the id, which stays with one person whatever their address is. The name
 * is what they were called at the time, usually an e-mail, and is only shown.
 */
export interface Actor {
  readonly id: string;
  readonly name: string;
}

/** The built-in administrator, whose e-mail is set in the configuration. */
export const ADMINISTRATOR_ID = 'administrator';

const USER = 'user:';

/** Each kind of id has its own prefix, so that an imported user's id cannot equal one of another kind. */
export const idOfUser = (userId: string): string => `${USER}${userId}`;
export const idOfKey = (keyId: string): string => `key:${keyId}`;
/** Somebody known only by name, from before ids were recorded. Nobody who signs in has such an id. */
export const idOfName = (name: string): string => `name:${name}`;
/** The program itself, e.g. an import. */
export const program = (name: string): Actor => ({ id: `program:${name}`, name });

/** The actor id of a signed-in person. The administrator has no user record. */
export const actorIdOf = ({ userId }: { userId: string | null }): string =>
  userId === null ? ADMINISTRATOR_ID : idOfUser(userId);

/** The name in an id, for want of a better one. */
export const nameInId = (id: string): string => id.replace(/^\w+:/, '');

/** The user record behind an id; null if it is not a user's. */
export const userOfId = (id: string): string | null => (id.startsWith(USER) ? id.slice(USER.length) : null);
