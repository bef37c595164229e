// The pictures that come with requests: checked before they are stored, and deleted in time (REQ-9, REQ-10).
import { MAX_PICTURE_SIZE } from '../../../core/limits.ts';
import { picturesKeptSince } from '../../../core/money/member-request.ts';
import type { CalendarDay } from '../../../core/calendar.ts';
import { insertion } from '../../db/insert.ts';
import { run, runFirst } from '../../db/run.ts';
import type { RequestsTable } from '../../db/schema.ts';
import type { Database, Handle } from '../../db/types.ts';
import { storedPicture } from '../../shared/pictures/clean-picture.ts';

export const insertPictures = insertion('request_pictures');

/** A picture as stored (base64), and the columns of its request that describe it. */
export interface StoredPicture extends Pick<RequestsTable, 'picture_hash' | 'picture_size'> {
  picture: string | null;
}

/** Keeps of a picture what draws it. Throws AppError picture-kind, picture-too-large, picture-too-wide. */
export function pictureColumns(base64: string | null): StoredPicture {
  if (base64 === null) return { picture: null, picture_hash: null, picture_size: null };
  const { picture, hash, size } = storedPicture(base64, { for: 'picture', maxSize: MAX_PICTURE_SIZE });
  return { picture, picture_hash: hash, picture_size: size };
}

export const findPicture = (db: Handle, requestId: string): Promise<{ picture: string } | undefined> =>
  runFirst(db, db.selectFrom('request_pictures').select('picture').where('request_id', '=', requestId));

export const deletePicture = (db: Handle, requestId: string): Promise<unknown> =>
  run(db, db.deleteFrom('request_pictures').where('request_id', '=', requestId));

/** Deletes the pictures of requests decided long enough ago. Safe to run at any time; no record changes. */
export async function deleteOldPictures(db: Database, today: CalendarDay): Promise<void> {
  await db.write
    .deleteFrom('request_pictures')
    .where('request_id', 'in', (eb) =>
      eb.selectFrom('requests').select('id').where('decided_on', '<', picturesKeptSince(today)),
    )
    .execute();
}
