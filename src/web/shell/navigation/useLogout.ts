// The buttons "Logout": what is said of it.
import { signOut } from '../../../contract/sign-in/auth.ts';
import { OfflineError } from '../../api/errors.ts';
import { useTexts } from '../../messages/index.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { useSigningOut } from '../waiting/useSigningOut.ts';

interface Logout {
  logout: () => void;
  busy: boolean;
}

/** `quiet`: neither success nor failure is said, except that there is no connection (SHELL-5). */
export function useLogout({ quiet = false }: { quiet?: boolean } = {}): Logout {
  const { t } = useTexts();
  const { leave, busy } = useSigningOut(signOut, {
    onSuccess: () => {
      if (!quiet) toast.success(t('shell.loggedOut'));
    },
    onError: (error, reason) => {
      console.error(error);
      const isOffline = error instanceof OfflineError;
      if (quiet && !isOffline) return;
      toast.error(isOffline ? reason : t('shell.logoutTryAgain'), { title: t('shell.logoutFailed') });
    },
  });
  return { logout: leave, busy };
}
