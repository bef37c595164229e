// Who calls, as a valid session says.
import type { Role } from '../../core/permission.ts';

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
