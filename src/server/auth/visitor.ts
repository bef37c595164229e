// Who calls, as a valid session says.
import type { Role } from '../../core/permission.ts';
import type { Moment } from '../shared/kept.ts';

export interface Visitor {
  sessionId: string;
  authUserId: string;
  email: string;
  name: string;
  role: Role;
  /** the user record of a member; null for the administrator */
  userId: string | null;
  /** ms since 1970 UTC */
  expiresAt: number;
}

/** A visitor as the database has just said, and how far the books were at that moment: every request asks for both at once. */
export type SeenVisitor = Visitor & { booksAt: Moment };

/** Whether both are one session of one person with the same rights. */
export const isSameVisitor = (a: Visitor, b: Visitor): boolean =>
  a.sessionId === b.sessionId &&
  a.authUserId === b.authUserId &&
  a.email === b.email &&
  a.name === b.name &&
  a.role === b.role &&
  a.userId === b.userId;
