// The language is kept with the account. Chosen before signing in, it is saved with the account that signs in;
// otherwise the page follows the account.
import type { Session } from '../../contract/sign-in/auth.ts';
import { setLanguage } from '../../contract/sign-in/account.ts';
import type { Language } from '../../core/text/languages.ts';
import { currentLanguage } from '../messages/language.ts';
import { switchLanguage } from '../messages/index.ts';
import { queryClient, SESSION_KEY, signedInAs } from './client.ts';
import { act } from './hooks.ts';

let chosenBeforeSignIn: Language | null = null;

/** Switches the page over, and saves the choice with the account. @throws CallError when it could not be saved */
export async function chooseLanguage(language: Language): Promise<void> {
  await switchLanguage(language);
  if (signedInAs() === null) chosenBeforeSignIn = language;
  else await save(language);
}

/** Called when somebody has signed in, or when their choice was changed elsewhere. */
export async function followAccount(ofAccount: Language | null): Promise<void> {
  const chosen = chosenBeforeSignIn;
  chosenBeforeSignIn = null;
  if (chosen !== null && chosen !== ofAccount) await save(chosen);
  else if (ofAccount !== null && ofAccount !== currentLanguage()) await switchLanguage(ofAccount);
}

async function save(language: Language): Promise<void> {
  await act(setLanguage, { body: { language } });
  queryClient.setQueryData<Session>(SESSION_KEY, (session) =>
    session === undefined || session.principal === null
      ? session
      : { ...session, principal: { ...session.principal, language } },
  );
}
