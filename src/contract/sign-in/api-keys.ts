// API keys: how a machine authenticates its requests, in place of a person's session (KEY-1 to KEY-6).
import { z } from 'zod';
import { API_KEY_DAYS, MAX_LENGTH } from '../../core/limits.ts';
import { GRANTED_LEVELS } from '../../core/people/permission.ts';
import { operation } from '../operation.ts';
import { id, instant, line } from '../shapes.ts';
import { actorName } from '../only-for.ts';

export const apiKey = z.object({
  id: z.string(),
  name: z.string(),
  access: z.enum(GRANTED_LEVELS),
  createdAt: instant,
  createdBy: actorName,
  expiresAt: instant,
  /** null: it is valid until it expires */
  revokedAt: instant.nullable(),
  /** the organisation's day; null: never */
  lastUsedOn: z.string().nullable(),
});
export type ApiKey = z.infer<typeof apiKey>;

export const listApiKeys = operation({
  id: 'apiKeys.list',
  method: 'GET',
  path: '/api-keys',
  needs: 'administrator',
  summary: 'All API keys, the newest first, without the keys themselves.',
  output: z.object({ items: z.array(apiKey) }),
});

/**
 * The answer is shown once and never stored, hence no Idempotency-Key: a repeat is refused because the name is taken.
 */
export const addApiKey = operation({
  id: 'apiKeys.add',
  method: 'POST',
  path: '/api-keys',
  needs: 'administrator',
  summary: 'Creates an API key. Only this answer contains the key.',
  body: z.object({
    /** recorded in the journal as the actor, so no two keys ever have the same name */
    name: line(MAX_LENGTH.apiKeyName),
    access: z.enum(GRANTED_LEVELS),
    /** validity from now on */
    days: z.number().int().min(1).max(API_KEY_DAYS.max),
  }),
  output: z.object({ apiKey, key: z.string() }),
  errors: ['api-key-name-used', 'too-many-api-keys'],
  writes: false,
});

export const revokeApiKey = operation({
  id: 'apiKeys.revoke',
  method: 'POST',
  path: '/api-keys/:keyId/revoke',
  needs: 'administrator',
  summary: 'Revokes an API key: its next request is refused. A key that has already ended stays as it is.',
  params: z.object({ keyId: id }),
  output: apiKey,
  errors: ['api-key-not-found'],
  writes: true,
});
