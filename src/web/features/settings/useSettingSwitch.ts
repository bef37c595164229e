// Switching a rule: shown at once, taken back when the server refuses.
//
// What was asked for and not answered yet is laid over the server's list, never written into it: the next click then sees
// what the person sees, and an answer to an earlier click cannot undo a later one.
import { useState } from 'react';
import type { Setting } from '../../../contract/settings.ts';
import { listSettings, updateSetting } from '../../../contract/settings.ts';
import type { Output } from '../../../contract/operation.ts';
import { queryClient, readKey, type Submission, useWrite } from '../../api/hooks.ts';
import { useTexts } from '../../messages/index.ts';
import { toast } from '../../ui/toast.tsx';

const KEY = readKey(listSettings, {});

type Wish = Submission<typeof updateSetting>;

export interface SettingSwitch {
  /** How the rule stands, as the person last put it. */
  isOn(setting: Setting): boolean;
  put(setting: Setting, on: boolean): void;
}

export function useSettingSwitch(): SettingSwitch {
  const { t } = useTexts();
  /** the last wish for each rule, by its id, until it is answered */
  const [wishes, setWishes] = useState<ReadonlyMap<string, Wish>>(new Map());

  const { mutate } = useWrite(updateSetting, {
    onSuccess: async ({ id, allowDisallow }) => {
      // A list asked for before the change may still be on its way; it would bring the old state back.
      await queryClient.cancelQueries({ queryKey: KEY });
      queryClient.setQueryData<Output<typeof listSettings>>(
        KEY,
        (list) => list && { items: list.items.map((item) => (item.id === id ? { ...item, allowDisallow } : item)) },
      );
      toast.success(t('settings.saved'), { title: t('settings.savedTitle'), id: 'setting' });
    },
    onError: () => {
      toast.error(t('settings.failed'), { title: t('settings.failedTitle'), id: 'setting' });
    },
    onSettled: (_output, _error, wish) => {
      const { settingId } = wish.input.params;
      setWishes((all) => (all.get(settingId) === wish ? without(all, settingId) : all));
    },
    // Quick changes of mind are sent one after the other, so that the last one stays.
    scope: updateSetting.id,
  });

  return {
    isOn: ({ id, allowDisallow }) => wishes.get(id)?.input.body.allowDisallow ?? allowDisallow,
    put: ({ id }, on) => {
      const wish: Wish = { input: { params: { settingId: id }, body: { allowDisallow: on } } };
      setWishes((all) => new Map(all).set(id, wish));
      mutate(wish);
    },
  };
}

function without(wishes: ReadonlyMap<string, Wish>, id: string): ReadonlyMap<string, Wish> {
  const rest = new Map(wishes);
  rest.delete(id);
  return rest;
}
