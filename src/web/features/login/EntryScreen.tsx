// /login: the sign-in form or, with `?invite=…`, the screen for a sign-in link.
import type { JSX } from 'react';
import { useAddress } from '../../routing/location.ts';
import { linkIn } from '../../routing/paths.ts';
import InvitationScreen from './InvitationScreen.tsx';
import LoginScreen from './LoginScreen.tsx';

interface EntryScreenProps {
  /** Preloads what is needed right after signing in; called while the request is pending. */
  preloadHome: () => void;
}

export default function EntryScreen(props: EntryScreenProps): JSX.Element {
  const token = linkIn(useAddress());
  return token === '' ? <LoginScreen {...props} /> : <InvitationScreen {...props} key={token} token={token} />;
}
