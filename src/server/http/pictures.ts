// Pictures that people sent: stored as base64, and only ever sent back as a picture.
import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { pictureKind } from '../../core/people/picture.ts';
import { AppError } from '../base/errors.ts';
import { NO_PAGE_POLICY } from './security.ts';

/** SHA-256 of a picture given as base64, hexadecimal. */
export const pictureHash = (base64: string): string => createHash('sha256').update(base64, 'base64').digest('hex');

/**
 * Answers with a picture. Opened by itself it runs nothing, whatever it contains: the server determines its type,
 * browsers must not guess another, and it is sandboxed. `name`: file name for saving, without its extension. Throws
 * not-found if there is none.
 */
export function sendPicture(
  reply: FastifyReply,
  base64: string | null | undefined,
  { name, cacheControl }: { name: string; cacheControl: string },
): FastifyReply {
  const picture = Buffer.from(base64 ?? '', 'base64');
  const kind = pictureKind(picture);
  if (kind === null) throw new AppError('not-found', { message: 'Picture not found' });
  return reply
    .header('cache-control', cacheControl)
    .header('content-security-policy', `${NO_PAGE_POLICY}; sandbox`)
    .header('content-disposition', `inline; filename="${name}.${kind.slice('image/'.length)}"`)
    .type(kind)
    .send(picture);
}
