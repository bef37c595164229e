// Describes operations for the OpenAPI document, with the schemas that validate their requests.
import { z } from 'zod';
import { errorAnswer } from '../../contract/errors.ts';
import type { Operation } from '../../contract/operation.ts';
import { isKeys, type Needs } from '../../core/people/permission.ts';

/** The headers of an operation that writes. */
export const keyHeaders = z.looseObject({ 'idempotency-key': z.string().regex(/^[A-Za-z0-9-]{8,100}$/) });

/** The ways to authenticate a request, under the names used in the document. */
export const signatures = (sessionCookie: string) =>
  ({
    session: {
      type: 'apiKey',
      in: 'cookie',
      name: sessionCookie,
      description: 'The cookie of a browser that signed in. All but a GET then needs the Origin of this server.',
    },
    apiKey: {
      type: 'http',
      scheme: 'bearer',
      description: 'A key made under Settings. No cookie and no Origin is needed.',
    },
  }) as const;
type Signature = keyof ReturnType<typeof signatures>;

/**
 * The ways an operation accepts: 'anyone' needs none, and a key has neither an account nor the administrator's access.
 */
function signaturesOf(needs: Needs): Partial<Record<Signature, string[]>>[] {
  if (needs === 'anyone') return [];
  return isKeys(needs) ? [{ session: [] }, { apiKey: [] }] : [{ session: [] }];
}

/** What Fastify validates in a request, and the document describes. */
export function schemaOf(operation: Operation) {
  const { params, query, body } = operation;
  return {
    operationId: operation.id,
    summary: operation.summary,
    tags: [operation.id.split('.')[0] ?? operation.id],
    description: `Needs: ${operation.needs}. Errors: ${operation.errors.join(', ') || 'only the general ones'}.`,
    ...(params === undefined ? {} : { params }),
    ...(query === undefined ? {} : { querystring: query }),
    ...(body === undefined ? {} : { body }),
    ...(operation.writes ? { headers: keyHeaders } : {}),
    security: signaturesOf(operation.needs),
    response: { 200: operation.output, default: errorAnswer },
  };
}
