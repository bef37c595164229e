// The application's rules, each a switch.
import { z } from 'zod';
import { operation } from './operation.ts';
import { id } from './shapes.ts';

export const setting = z.object({
  id: z.string(),
  description: z.string(),
  allowDisallow: z.boolean(),
});
export type Setting = z.infer<typeof setting>;

export const listSettings = operation({
  id: 'settings.list',
  method: 'GET',
  path: '/settings',
  audience: 'administrator',
  summary: 'All app rules.',
  output: z.object({ items: z.array(setting) }),
  errors: [],
  writes: false,
});

export const updateSetting = operation({
  id: 'settings.update',
  method: 'PUT',
  path: '/settings/:settingId',
  audience: 'administrator',
  summary: 'Switches an app rule on or off.',
  params: z.object({ settingId: id }),
  body: z.object({ allowDisallow: z.boolean() }),
  output: setting,
  errors: ['setting-not-found'],
  writes: true,
});
