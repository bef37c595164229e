// Joining two records of one person, and undoing it (JOIN-1 to JOIN-9).
import { z } from 'zod';
import { operation } from '../operation.ts';
import { id, shownTotal } from '../shapes.ts';
import { user } from '../users.ts';

export const joinUsers = operation({
  id: 'users.join',
  method: 'POST',
  path: '/users/:userId/join',
  needs: 'manager',
  summary:
    'Joins another record of the same person with this one, which remains: its fines, payments, credit, requests, reminders and history count for this one from now on, and its id leads here. What this one lacks is filled in from the other.',
  params: z.object({ userId: id }),
  body: z.object({
    /** the record that goes */
    joinedId: id,
    /** what both owe and their credit, together, as it was shown */
    pendingFine: shownTotal,
    credit: shownTotal,
  }),
  output: user,
  errors: ['user-not-found', 'join-self', 'join-both-sign-in', 'join-has-access', 'join-changed', 'user-has-access'],
  writes: true,
});

export const undoJoin = operation({
  id: 'users.undoJoin',
  method: 'POST',
  path: '/users/:userId/join/undo',
  needs: 'manager',
  summary:
    'Undoes that this record was joined with another, on the same day and while nothing has happened to either since. Both are again as they were.',
  params: z.object({ userId: id }),
  output: user,
  errors: ['user-not-found', 'join-stands', 'email-in-use', 'user-has-access'],
  writes: true,
});
