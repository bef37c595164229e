// What the organisation says of itself: so far its name.
import { z } from 'zod';
import { MAX_LENGTH } from '../core/limits.ts';
import { operation } from './operation.ts';
import { optionalText } from './shapes.ts';

const organisation = z.object({
  /** empty until it is named */
  name: z.string(),
});

export const readOrganisation = operation({
  id: 'organisation.read',
  method: 'GET',
  path: '/organisation',
  audience: 'administrator',
  summary: "The organisation's name.",
  output: organisation,
  errors: [],
  writes: false,
  topics: ['rule'],
});

export const updateOrganisation = operation({
  id: 'organisation.update',
  method: 'PUT',
  path: '/organisation',
  audience: 'administrator',
  summary: 'Names the organisation; an empty name removes it.',
  body: z.object({ name: optionalText(MAX_LENGTH.organisationName) }),
  output: organisation,
  errors: [],
  writes: true,
  topics: ['rule'],
});
