// Switching a rule: an optimistic update, rolled back if the server refuses.
//
// Pending switches are an overlay on the server's list, never written into it: the next click starts from what is on
// screen, and the response to an earlier click cannot undo a later one.
import { useState } from 'react';
import { type Rule, listRules, switchRule } from '../../../contract/settings/rules.ts';
import type { Output } from '../../../contract/operation.ts';
import { queryClient, readKey, useWrite, type Write } from '../../api/hooks.ts';
import { ApiError } from '../../api/call.ts';
import { useTexts } from '../../messages/index.ts';
import { partPath } from '../../routing/paths.ts';
import { reasonOf } from '../../ui/feedback/failure.ts';
import { toast } from '../../ui/feedback/toast.tsx';

const KEY = readKey(listRules, {});

type Switch = Write<typeof switchRule>;

export interface RuleSwitches {
  /** The rule's state, as last chosen here. */
  isOn(rule: Rule): boolean;
  put(rule: Rule, on: boolean): void;
}

/** A message about one rule does not replace a message about another. */
const toastOf = (ruleId: string): string => `rule ${ruleId}`;

export function useRuleSwitch(): RuleSwitches {
  const { t } = useTexts();
  /** the latest change of each rule, by its id, until it is answered */
  const [pending, setPending] = useState<ReadonlyMap<string, Switch>>(new Map());

  const { mutate } = useWrite(switchRule, {
    onSuccess: async ({ id, allowDisallow }) => {
      // A list requested before the change may still be in flight and would bring the old state back.
      await queryClient.cancelQueries({ queryKey: KEY });
      queryClient.setQueryData<Output<typeof listRules>>(
        KEY,
        (list) => list && { items: list.items.map((item) => (item.id === id ? { ...item, allowDisallow } : item)) },
      );
      toast.success(t('settings.saved'), { title: t('settings.savedTitle'), id: toastOf(id) });
    },
    onError: (error, { input }) => {
      const isPasskeyFirst = error instanceof ApiError && error.code === 'passkey-first';
      const run = (): void => void (window.location.hash = partPath('profile', 'passkeys'));
      toast.error(t('settings.failed', { reason: reasonOf(error, t) }), {
        title: t('settings.failedTitle'),
        id: toastOf(input.params.ruleId),
        ...(isPasskeyFirst && { action: { label: t('settings.addPasskey'), run } }),
      });
    },
    onSettled: (_output, _error, write) => {
      const { ruleId } = write.input.params;
      setPending((all) => (all.get(ruleId) === write ? without(all, ruleId) : all));
    },
    // Changes in quick succession are sent one after the other, so that the last one wins.
    scope: switchRule.id,
  });

  return {
    isOn: ({ id, allowDisallow }) => pending.get(id)?.input.body.allowDisallow ?? allowDisallow,
    put: ({ id }, on) => {
      const write: Switch = { input: { params: { ruleId: id }, body: { allowDisallow: on } } };
      setPending((all) => new Map(all).set(id, write));
      mutate(write);
    },
  };
}

function without(pending: ReadonlyMap<string, Switch>, id: string): ReadonlyMap<string, Switch> {
  const rest = new Map(pending);
  rest.delete(id);
  return rest;
}
