// Signing out, of this session or of all: the server ends it, and the device forgets what it kept of the person.
import type { signOutEverywhere } from '../../../contract/sign-in/account.ts';
import type { signOut } from '../../../contract/sign-in/auth.ts';
import { enterSession } from '../../api/client.ts';
import { forgetDrafts } from '../../api/sending/drafts.ts';
import { act, findServer, useAction } from '../../api/hooks.ts';
import { useSession } from '../../api/session.ts';
import { waitingFines, dropAll } from '../../offline/waiting/waiting-fines.ts';
import { useTexts, areaTexts } from '../../messages/index.ts';
import { reasonOf } from '../../ui/feedback/failure.ts';
import { createStore, useStore } from '../../store.ts';
import { lazyScreen } from '../../routing/lazy-screen.tsx';

// The list of waiting fines, fetched ahead of time because it is needed offline.

export const waitingList = lazyScreen(() => import('./WaitingList.tsx'), areaTexts('waiting'));

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

// Asks before somebody signs out while fines wait on the device, because signing out drops them.

const answer = createStore<((leaves: boolean) => void) | null>(null);

/** Whether they may be signed out: nothing waits, or they have agreed that it is dropped. */
function mayLeave(): Promise<boolean> {
  if (waitingFines().length === 0) return Promise.resolve(true);
  answer.get()?.(false);
  return new Promise((resolve) => answer.set(resolve));
}

/** Drops the waiting fines of the person who has signed out. */
const dropWaiting = (): Promise<void> => (waitingFines().length === 0 ? Promise.resolve() : dropAll());

export function useLeaving(): { isAsked: boolean; reply: (leaves: boolean) => void } {
  const asked = useStore(answer);
  return {
    isAsked: asked !== null,
    reply: (leaves) => {
      asked?.(leaves);
      answer.set(null);
    },
  };
}
