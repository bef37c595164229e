// Signing out, of this session or of all: the server ends it, and the device forgets what it kept of the person.
import type { signOutEverywhere } from '../../../contract/sign-in/account.ts';
import type { signOut } from '../../../contract/sign-in/auth.ts';
import { enterSession } from '../../api/client.ts';
import { forgetDrafts } from '../../api/sending/drafts.ts';
import { act, findServer, useAction } from '../../api/hooks.ts';
import { useSession } from '../../api/session.ts';
import { waitingFines } from '../../offline/waiting/waiting-fines.ts';
import { useTexts } from '../../messages/index.ts';
import { reasonOf } from '../../ui/feedback/failure.ts';
import { dropWaiting, mayLeave } from './leaving.ts';

interface SigningOut {
  leave: () => void;
  busy: boolean;
}

interface Options {
  onSuccess?: () => void;
  onError: (error: Error, reason: string) => void;
}

/** Nobody is asked about waiting fines offline: without the server the session cannot end, so they stay. */
export function useSigningOut(
  operation: typeof signOut | typeof signOutEverywhere,
  { onSuccess, onError }: Options,
): SigningOut {
  const { t } = useTexts();
  const session = useSession();
  const fail = (error: Error): void => onError(error, reasonOf(error, t, { offline: t('shell.logoutOffline') }));
  const ending = useAction({
    mutationFn: () => act(operation, {}),
    onSuccess: async () => {
      await dropWaiting();
      forgetDrafts();
      // App redirects to the login screen.
      enterSession({ ...session, principal: null });
      onSuccess?.();
    },
    onError: fail,
  });
  const leaveIfAgreed = async (): Promise<void> => {
    if (await mayLeave()) ending.mutate();
  };
  const finding = useAction({
    mutationFn: async () => {
      if (waitingFines().length > 0) await findServer({ write: false });
    },
    // Not awaited: while the question is open, nothing is under way.
    onSuccess: () => void leaveIfAgreed(),
    onError: fail,
  });
  return { leave: () => finding.mutate(), busy: finding.isPending || ending.isPending };
}
