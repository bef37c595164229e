// Signing in with a passkey: the browser asks for its owner's fingerprint, face or PIN (PASSKEY-1).
import type { UseMutationResult } from '@tanstack/react-query';
import type { Session } from '../../../contract/sign-in/auth.ts';
import { signInWithPasskey, startPasskeySignIn } from '../../../contract/sign-in/passkeys.ts';
import { call } from '../../api/call.ts';
import { enterSession } from '../../api/client.ts';
import { useAction } from '../../api/hooks.ts';
import { askForPasskey } from '../../api/passkeys.ts';
import { keptSession } from './kept-session.ts';

export function usePasskey(preloadHome: () => void): UseMutationResult<Session, Error, void> {
  return useAction<Session>({
    mutationFn: async () => {
      const { options } = await call(startPasskeySignIn, {});
      const response = await askForPasskey(options);
      preloadHome();
      return keptSession(await call(signInWithPasskey, { body: { response } }));
    },
    onSuccess: enterSession,
  });
}
