// The texts for passkeys and open sessions, on the person's own account and in a user's details.
import type { OpenSession } from '../../../contract/sign-in/account.ts';
import type { Passkey } from '../../../contract/sign-in/passkeys.ts';
import { dayOf } from '../../../core/calendar.ts';
import { useSession } from '../../api/session.ts';
import { dayText, dayTextOf, instantText } from '../../messages/formats.ts';
import { useTexts } from '../../messages/index.ts';

type AnySession = Omit<OpenSession, 'id' | 'current'>;

interface SignInTexts {
  /** e.g. Chrome on Android */
  device(session: AnySession): string;
  sessionDays(session: AnySession): string;
  passkeyDays(passkey: Passkey): string;
}

export function useSignInTexts(): SignInTexts {
  const { t } = useTexts();
  const { timeZone } = useSession().organisation;
  return {
    device({ browser, system }) {
      if (browser !== null && system !== null) return t('common.signIns.deviceOn', { browser, system });
      return browser ?? system ?? t('common.signIns.unknownDevice');
    },
    sessionDays({ signedInAt, lastOpenedAt }) {
      const since = t('common.signIns.since', { when: instantText(signedInAt, timeZone) });
      const openedOn = dayOf(new Date(lastOpenedAt), timeZone);
      if (openedOn === dayOf(new Date(signedInAt), timeZone)) return since;
      return `${since} · ${t('common.signIns.lastOpened', { day: dayText(openedOn) })}`;
    },
    passkeyDays({ addedAt, lastUsedAt }) {
      const added = t('common.signIns.passkeyAdded', { day: dayTextOf(addedAt, timeZone) });
      const used =
        lastUsedAt === null
          ? t('common.signIns.passkeyUnused')
          : t('common.signIns.passkeyUsed', { day: dayTextOf(lastUsedAt, timeZone) });
      return `${added} · ${used}`;
    },
  };
}
