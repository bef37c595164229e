// Signing out: ends the session on the server and clears the drafts in this tab.
import { useMutation } from '@tanstack/react-query';
import { signOut } from '../../../contract/sign-in/auth.ts';
import { enterSession } from '../../api/client.ts';
import { OfflineError } from '../../api/errors.ts';
import { act } from '../../api/hooks.ts';
import { useSession } from '../../api/session.ts';
import { useTexts } from '../../messages/index.ts';
import { reasonOf } from '../../ui/feedback/failure.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { mayLeave, dropWaiting } from '../waiting/leaving.ts';
import { forgetDrafts } from '../../api/drafts.ts';

interface Logout {
  logout: () => void;
  busy: boolean;
}

/** `quiet`: no messages; the overview only logs a failure (SHELL-5). */
export function useLogout({ quiet = false }: { quiet?: boolean } = {}): Logout {
  const { t } = useTexts();
  const session = useSession();
  const { mutate, isPending } = useMutation({
    mutationFn: () => act(signOut, {}),
    onSuccess: async () => {
      await dropWaiting();
      forgetDrafts();
      // App redirects to the login screen.
      enterSession({ ...session, principal: null });
      if (!quiet) toast.success(t('shell.loggedOut'));
    },
    onError: (error) => {
      console.error(error);
      const reason = error instanceof OfflineError ? reasonOf(error, t) : t('shell.logoutTryAgain');
      if (!quiet) toast.error(reason, { title: t('shell.logoutFailed') });
    },
  });
  const logout = async (): Promise<void> => {
    if (await mayLeave()) mutate();
  };
  return { logout: () => void logout(), busy: isPending };
}
