// The organisation's list of groups: departments, teams, classes.
import { z } from 'zod';
import { MAX_GROUPS, MAX_LENGTH } from '../../core/limits.ts';
import { operation } from '../operation.ts';
import { changesAsShown, groupNames, id, line, optionalLine } from '../shapes.ts';

export const listedGroup = groupNames.extend({
  id: z.string(),
  active: z.boolean(),
  /** the present users who are in it */
  memberCount: z.number().int(),
  /** those of them whose status is Active */
  activeCount: z.number().int(),
});
export type ListedGroup = z.infer<typeof listedGroup>;

const form = z.object({
  name: line(MAX_LENGTH.groupName),
  urduName: optionalLine(MAX_LENGTH.groupName),
  active: z.boolean(),
});
export type GroupForm = z.output<typeof form>;

export const listGroups = operation({
  id: 'groups.list',
  method: 'GET',
  path: '/groups',
  needs: 'viewer',
  summary: 'The list of groups in its order, inactive ones as well.',
  output: z.object({ items: z.array(listedGroup) }),
});

export const addGroup = operation({
  id: 'groups.add',
  method: 'POST',
  path: '/groups',
  needs: 'manager',
  summary: `Adds a group at the end of the list, which holds at most ${MAX_GROUPS}.`,
  body: form,
  output: listedGroup,
  errors: ['group-exists', 'too-many-groups'],
  writes: true,
});

export const updateGroup = operation({
  id: 'groups.update',
  method: 'PATCH',
  path: '/groups/:id',
  needs: 'manager',
  summary: 'Changes only the fields of a group that are sent. An inactive group keeps its members.',
  params: z.object({ id }),
  body: changesAsShown(form),
  output: listedGroup,
  errors: ['group-not-found', 'record-changed', 'group-exists'],
  writes: true,
});

export const moveGroup = operation({
  id: 'groups.move',
  method: 'POST',
  path: '/groups/:id/move',
  needs: 'manager',
  summary: 'Moves a group one place up or down; at the top or bottom of the list it stays where it is.',
  params: z.object({ id }),
  body: z.object({ direction: z.enum(['up', 'down']) }),
  output: z.object({ id: z.string() }),
  errors: ['group-not-found'],
  writes: true,
});

export const deleteGroup = operation({
  id: 'groups.delete',
  method: 'DELETE',
  path: '/groups/:id',
  needs: 'manager',
  summary: 'Deletes a group that nobody was ever in.',
  params: z.object({ id }),
  output: z.object({ id: z.string() }),
  errors: ['group-not-found', 'group-used'],
  writes: true,
});
