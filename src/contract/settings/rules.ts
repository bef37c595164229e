// The application's rules, each a switch.
import { z } from 'zod';
import { operation } from '../operation.ts';
import { id } from '../shapes.ts';

export const rule = z.object({
  id: z.string(),
  description: z.string(),
  allowDisallow: z.boolean(),
});
export type Rule = z.infer<typeof rule>;

export const listRules = operation({
  id: 'rules.list',
  method: 'GET',
  path: '/rules',
  needs: 'viewer',
  summary: 'All app rules.',
  output: z.object({ items: z.array(rule) }),
});

export const switchRule = operation({
  id: 'rules.switch',
  method: 'PUT',
  path: '/rules/:ruleId',
  needs: 'administrator',
  summary: 'Switches an app rule on or off.',
  params: z.object({ ruleId: id }),
  body: z.object({ allowDisallow: z.boolean() }),
  output: rule,
  errors: ['rule-not-found', 'passkey-first'],
  writes: true,
});
