// Signing in with the organisation's identity provider: the redirect to it, and the message if the person returns
// without a session.
import { useState } from 'react';
import { OIDC_PROBLEMS, type OidcProblem, startOidc } from '../../../contract/sign-in/oidc.ts';
import { useAddress } from '../../routing/location.ts';
import { call } from '../../api/call.ts';
import { ApiError, type CallError } from '../../api/errors.ts';
import { useAction } from '../../api/hooks.ts';
import { useSession } from '../../api/session.ts';
import { useTexts } from '../../messages/index.ts';

export interface Provider {
  label: string;
  /** Redirects to the provider. */
  leave(): void;
  leaving: boolean;
  /** why the last attempt failed */
  problem: string | null;
  /** Clears the message when another attempt starts. */
  forget(): void;
}

/** The provider; null if none is configured. */
export function useProvider(): Provider | null {
  const { t } = useTexts();
  const { provider: label } = useSession();
  const { search } = useAddress();
  const [returned, setReturned] = useState(() => problemIn(search.get('problem')));
  const departure = useAction<{ url: string }, CallError>({
    mutationFn: () => call(startOidc, {}),
    onSuccess: ({ url }) => window.location.assign(url),
  });
  if (label === null) return null;

  const sentences: Record<OidcProblem, string> = {
    cancelled: t('login.providerCancelled', { provider: label }),
    expired: t('login.providerExpired'),
    unverified: t('login.providerUnverified', { provider: label }),
    unknown: t('login.providerUnknown', { provider: label }),
    provider: t('login.providerFailed', { provider: label }),
  };
  const ofReturn = returned === null ? null : sentences[returned];
  const ofDeparture =
    departure.error instanceof ApiError ? departure.error.message : departure.error && t('login.noConnection');
  return {
    label,
    leave() {
      setReturned(null);
      departure.mutate();
    },
    leaving: departure.isPending,
    problem: ofDeparture ?? ofReturn,
    forget() {
      setReturned(null);
      departure.reset();
    },
  };
}

/** Known codes only: a crafted URL must not put text on this screen. */
function problemIn(value: string | null): OidcProblem | null {
  return OIDC_PROBLEMS.find((problem) => problem === value) ?? null;
}
