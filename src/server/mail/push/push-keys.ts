// The VAPID keys that identify this server to push services. They are made once, when a device is first offered
// notifications, and kept where every process finds them, because a device accepts notifications for one public key
// only.
import { z } from 'zod';
import { keptInDatabase } from '../../auth/secret.ts';
import type { Database } from '../../db/types.ts';

/** Base64url */
interface PushKeys {
  publicKey: string;
  privateKey: string;
}

const kept = z.object({ publicKey: z.string(), privateKey: z.string() });

export async function readPushKeys(db: Database): Promise<PushKeys> {
  const { default: webPush } = await import('web-push');
  const value = await keptInDatabase(db, 'push-keys', () => JSON.stringify(webPush.generateVAPIDKeys()));
  return kept.parse(JSON.parse(value));
}
