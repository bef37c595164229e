// Whether this device shows notifications for the person's account, and switching that (PUSH-9). The server and the
// browser must agree, because a session may have ended or a permission been withdrawn.
import type { UseMutationResult } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { readOwnPush, setPushAmounts, subscribe, unsubscribe } from '../../../contract/mail/push.ts';
import type { CallError } from '../../api/call.ts';
import { act, queryClient, readKey, useAction, useRead } from '../../api/hooks.ts';
import {
  endpointHere,
  forgetDevice,
  NoNotificationsError,
  notificationsAbility,
  type NotificationsAbility,
  subscribeDevice,
} from '../../push/device.ts';
import { useTexts } from '../../messages/index.ts';
import { reasonOf } from '../../ui/feedback/failure.ts';
import { toast } from '../../ui/feedback/toast.tsx';

const KEY = readKey(readOwnPush, {});
const readAgain = () => queryClient.invalidateQueries({ queryKey: KEY });

export interface Notifications {
  ability: NotificationsAbility;
  isOn: boolean;
  /** they say what they are about */
  amounts: boolean;
  switching: UseMutationResult<unknown, CallError | NoNotificationsError, boolean>;
  switchingAmounts: UseMutationResult<unknown, CallError, boolean>;
}

/** undefined until it is known, and if the organisation tells nobody anything. */
export function useNotifications(): Notifications | undefined {
  const { t } = useTexts();
  const { data } = useRead(readOwnPush, {});
  const [here, look] = useDevice();
  const switching = useAction<unknown, CallError | NoNotificationsError, boolean>({
    async mutationFn(to) {
      if (to) await act(subscribe, { body: await subscribeDevice(data?.key ?? '') });
      else {
        await act(unsubscribe, {});
        await forgetDevice();
      }
    },
    onSuccess: (_done, to) => {
      if (to) toast.success(t('account.notifications.on'), { id: 'notifications' });
    },
    onError: (error) => {
      const known = error instanceof NoNotificationsError;
      const reasons = {
        'not-allowed': 'account.notifications.notAllowed',
        unreachable: 'account.notifications.unreachable',
      } as const;
      const text = known ? t(reasons[error.reason]) : t('account.notifications.failed', { reason: reasonOf(error, t) });
      toast.error(text, { id: 'notifications' });
    },
    onSettled: () => Promise.all([readAgain(), look()]),
  });
  const switchingAmounts = useAction<unknown, CallError, boolean>({
    mutationFn: (to) => act(setPushAmounts, { body: { amounts: to } }),
    onError: (error) =>
      toast.error(t('account.notifications.failed', { reason: reasonOf(error, t) }), { id: 'notifications' }),
    onSettled: readAgain,
  });
  if (data === undefined || here === undefined || !(data.offered || data.endpoint !== null)) return undefined;
  const { ability, endpoint } = here;
  const isOn = ability === 'able' && endpoint !== null && endpoint === data.endpoint;
  return { ability, isOn, amounts: data.amounts, switching, switchingAmounts };
}

interface DeviceState {
  ability: NotificationsAbility;
  endpoint: string | null;
}

/** What the browser says. It is asked again whenever the window gets the focus, since permissions change elsewhere. */
function useDevice(): [DeviceState | undefined, () => Promise<void>] {
  const [state, setState] = useState<DeviceState>();
  const look = useCallback(async () => {
    const endpoint = await endpointHere();
    setState({ ability: notificationsAbility(), endpoint });
  }, []);
  useEffect(() => {
    const again = (): void => void look();
    again();
    window.addEventListener('focus', again);
    return () => window.removeEventListener('focus', again);
  }, [look]);
  return [state, look];
}
