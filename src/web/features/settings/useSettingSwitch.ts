// Switching a rule: shown at once, taken back when the server refuses.
import type { Setting } from '../../../contract/settings.ts';
import { listSettings, updateSetting } from '../../../contract/settings.ts';
import type { Output } from '../../../contract/operation.ts';
import { queryClient, readKey, useWrite } from '../../api/hooks.ts';
import { useTexts } from '../../messages/index.ts';
import { toast } from '../../ui/toast.tsx';

const KEY = readKey(listSettings, {});

function show(id: string, on: boolean): void {
  queryClient.setQueryData<Output<typeof listSettings>>(
    KEY,
    (list) => list && { items: list.items.map((item) => (item.id === id ? { ...item, allowDisallow: on } : item)) },
  );
}

export function useSettingSwitch(): (setting: Setting, on: boolean) => void {
  const { t } = useTexts();
  const { mutate } = useWrite(updateSetting, {
    onMutate: async ({ input }) => {
      // An answer that is on its way would undo what is shown now.
      await queryClient.cancelQueries({ queryKey: KEY });
      show(input.params.settingId, input.body.allowDisallow);
    },
    onSuccess: (setting) => {
      show(setting.id, setting.allowDisallow);
      toast.success(t('settings.saved'), { title: t('settings.savedTitle'), id: 'setting' });
    },
    onError: (_, { input }) => {
      show(input.params.settingId, !input.body.allowDisallow);
      toast.error(t('settings.failed'), { title: t('settings.failedTitle'), id: 'setting' });
    },
    // Quick changes of mind are sent one after the other, so that the last one stays.
    scope: updateSetting.id,
  });
  return (setting, on) => mutate({ input: { params: { settingId: setting.id }, body: { allowDisallow: on } } });
}
