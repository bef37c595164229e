import { createHash } from 'node:crypto';

/** SHA-256 of a picture given as base64, hexadecimal. */
export const pictureHash = (base64: string): string => createHash('sha256').update(base64, 'base64').digest('hex');
