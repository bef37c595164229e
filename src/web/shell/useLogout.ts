// Signing out: the session ends on the server, and nothing of it stays in the page.
import { useMutation } from '@tanstack/react-query';
import { signOut } from '../../contract/auth.ts';
import { call } from '../api/call.ts';
import { enterSession } from '../api/client.ts';
import { useSession } from '../api/session.ts';
import { useTexts } from '../messages/index.ts';
import { toast } from '../ui/toast.tsx';
import { forgetDrafts } from '../ui/useDraft.ts';

interface Logout {
  logout: () => void;
  busy: boolean;
}

/** `quiet`: no messages; the overview only logs a failure (specification section 8). */
export function useLogout({ quiet = false }: { quiet?: boolean } = {}): Logout {
  const { t } = useTexts();
  const session = useSession();
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(signOut, {}),
    onSuccess: () => {
      forgetDrafts();
      // The routes lead to the login screen by themselves once nobody is signed in.
      enterSession({ ...session, visitor: null });
      if (!quiet) toast.success(t('shell.loggedOut'));
    },
    onError: (error) => {
      console.error(error);
      if (!quiet) toast.error(t('shell.logoutTryAgain'), { title: t('shell.logoutFailed') });
    },
  });
  return { logout: () => mutate(), busy: isPending };
}
