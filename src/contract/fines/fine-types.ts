// The organisation's list of fine types.
import { z } from 'zod';
import { MAX_LENGTH } from '../../core/limits.ts';
import { operation } from '../operation.ts';
import { changesAsShown, id, line, optionalLine, rupees, rupeesTotal } from '../shapes.ts';

export const listedFineType = z.object({
  id: z.string(),
  name: z.string(),
  /** empty if it has none */
  urduName: z.string(),
  /** null if the amount is typed each time */
  amount: rupeesTotal.nullable(),
  active: z.boolean(),
  /** how often it was used for a fine, under this name or an earlier one; deleting a fine does not lower it */
  useCount: z.number().int(),
});
export type ListedFineType = z.infer<typeof listedFineType>;

const form = z.object({
  name: line(MAX_LENGTH.fineType),
  urduName: optionalLine(MAX_LENGTH.fineType),
  amount: rupees.nullable(),
  active: z.boolean(),
});
export type FineTypeForm = z.output<typeof form>;

export const listTypes = operation({
  id: 'fineTypes.list',
  method: 'GET',
  path: '/fine-types',
  needs: 'viewer',
  summary: 'The list of fine types in its order, inactive ones as well.',
  output: z.object({ items: z.array(listedFineType) }),
});

export const addType = operation({
  id: 'fineTypes.add',
  method: 'POST',
  path: '/fine-types',
  needs: 'manager',
  summary: 'Adds a fine type at the end of the list, which holds at most 200.',
  body: form,
  output: listedFineType,
  errors: ['fine-type-exists', 'former-fine-type', 'urdu-name-exists', 'too-many-fine-types'],
  writes: true,
});

export const updateType = operation({
  id: 'fineTypes.update',
  method: 'PATCH',
  path: '/fine-types/:id',
  needs: 'manager',
  summary: 'Changes only the fields of a fine type that are sent. Existing fines stay as they are.',
  params: z.object({ id }),
  body: changesAsShown(form),
  output: listedFineType,
  errors: ['fine-type-not-found', 'record-changed', 'fine-type-exists', 'former-fine-type', 'urdu-name-exists'],
  writes: true,
});

export const moveType = operation({
  id: 'fineTypes.move',
  method: 'POST',
  path: '/fine-types/:id/move',
  needs: 'manager',
  summary: 'Moves a fine type one place up or down; at the top or bottom of the list it stays where it is.',
  params: z.object({ id }),
  body: z.object({ direction: z.enum(['up', 'down']) }),
  output: z.object({ id: z.string() }),
  errors: ['fine-type-not-found'],
  writes: true,
});

export const deleteType = operation({
  id: 'fineTypes.delete',
  method: 'DELETE',
  path: '/fine-types/:id',
  needs: 'manager',
  summary: 'Deletes a fine type that was never used.',
  params: z.object({ id }),
  output: z.object({ id: z.string() }),
  errors: ['fine-type-not-found', 'fine-type-used'],
  writes: true,
});
