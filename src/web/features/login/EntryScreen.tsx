// /login: signing in, or with `?invite=…` what a sign-in link leads to.
import type { JSX } from 'react';
import { useAddress } from '../../address.ts';
import InvitationScreen from './InvitationScreen.tsx';
import LoginScreen from './LoginScreen.tsx';

export default function EntryScreen(): JSX.Element {
  const token = useAddress().search.get('invite') ?? '';
  return token === '' ? <LoginScreen /> : <InvitationScreen key={token} token={token} />;
}
