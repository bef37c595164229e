// Notifications on the devices of one's own account. They are no records of the organisation, so these operations leave
// no journal entry.
import { z } from 'zod';
import { MAX_LENGTH } from '../../core/limits.ts';
import { operation } from '../operation.ts';

const amounts = z.object({
  /** notifications say what they are about, including amounts, even on a locked screen */
  amounts: z.boolean(),
});

export const readOwnPush = operation({
  id: 'account.push',
  method: 'GET',
  path: '/account/push',
  needs: 'member',
  summary: "What a device of the caller needs to show notifications, and whether this session's device shows them.",
  output: amounts.extend({
    /** the organisation sends its members news or automatic reminders, and the caller has a user record */
    offered: z.boolean(),
    /** the VAPID key with which a device subscribes, in Base64url */
    key: z.string(),
    /** push endpoint of this session's device; null if it shows no notifications */
    endpoint: z.string().nullable(),
  }),
});

export const subscribe = operation({
  id: 'account.subscribe',
  method: 'POST',
  path: '/account/push',
  needs: 'member',
  summary:
    "Turns on notifications on this session's device until the session ends. Those of another account on the same device end.",
  body: z.object({
    endpoint: z.string().min(1).max(MAX_LENGTH.pushEndpoint),
    /** the device's keys in Base64url: a point of the curve P-256, and 16 bytes */
    keys: z.object({
      p256dh: z
        .string()
        .length(87)
        .regex(/^B[\w-]+$/),
      auth: z
        .string()
        .length(22)
        .regex(/^[\w-]+$/),
    }),
  }),
  output: z.object({ endpoint: z.string() }),
  errors: ['push-refused'],
  writes: false,
});

export const unsubscribe = operation({
  id: 'account.unsubscribe',
  method: 'DELETE',
  path: '/account/push',
  needs: 'member',
  summary: "Turns off notifications on this session's device.",
  output: z.object({ endpoint: z.null() }),
  writes: false,
});

export const setPushAmounts = operation({
  id: 'account.setPushAmounts',
  method: 'POST',
  path: '/account/push-amounts',
  needs: 'member',
  summary: 'Sets whether notifications say on a locked screen what they are about, on all devices of the caller.',
  body: amounts,
  output: amounts,
  writes: false,
});
