// Of all that the server answers, so that the page recognises answers of another version that it has kept.
import { z } from 'zod';
import { OPERATIONS } from './index.ts';
import type { Operation } from './operation.ts';

/** Differs if an answer of any operation has another shape. */
export function fingerprintOf(operations: readonly Pick<Operation, 'id' | 'output'>[]): string {
  const shapes = operations.map(({ id, output }) => [id, z.toJSONSchema(output, { unrepresentable: 'any' })]);
  let hash = 0;
  for (const letter of JSON.stringify(shapes)) hash = (Math.imul(hash, 31) + letter.charCodeAt(0)) | 0;
  return (hash >>> 0).toString(36);
}

/** In the page the text alone: it is computed when that is built. */
export const CONTRACT_FINGERPRINT = fingerprintOf(OPERATIONS);
