// The address of a sign-in link, and which users cannot have one.
import { type User, readUser } from '../../../../contract/users.ts';
import type { WithoutSignIn } from '../../../../contract/sign-in/sign-in-links.ts';
import { PATHS } from '../../../routing/paths.ts';
import { useEffect, type JSX } from 'react';
import { call } from '../../../api/call.ts';
import { addressIn, withParameter } from '../../../routing/address.ts';
import { goTo, replaceAddress, useAddress } from '../../../routing/location.ts';
import { useTexts } from '../../../messages/index.ts';
import { reasonOf } from '../../../ui/feedback/failure.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { isNameless } from '../user-list.ts';
import classes from '../users.module.css';

/** The address of a link. `origin`: the public address, or the one this page was opened with. */
export function linkAddress(origin: string, token: string): string {
  return `${origin}/#${PATHS.login}?invite=${token}`;
}

/** Links that were just created, which are kept only as long as the screen. */
export interface MadeLinks {
  links: readonly (WithoutSignIn & { address: string })[];
  /** an instant */
  expiresAt: string;
}

/** Why this user cannot have a link; null if they can. The server decides in the end. */
export function hindrance(user: User): 'user-without-email' | 'user-inactive' | null {
  if (user.userEmail === null) return 'user-without-email';
  return user.status === 'Active' ? null : 'user-inactive';
}

// Sign-in links through the address of the users screen: `?link={id}` asks for one, `?link=several` for many. A toast
// leads there from whatever screen is then open.

const SEVERAL = 'several';

/** The user for whom a press has just asked for a link. An address alone, which anybody can send, creates none. */
let pressedFor: string | null = null;

/** Asks for the link of a user, or for several. The list stays on its page. */
export function askForLink(of: User | 'several'): void {
  pressedFor = of === 'several' ? null : of.id;
  const here = addressIn(window.location.hash);
  const list = here.path === PATHS.users ? here : addressIn(PATHS.users);
  goTo(withParameter(list, 'link', of === 'several' ? SEVERAL : of.id));
}

/** Opens what the address asks for. The address then returns to the list's, so that a reload opens nothing. */
export function useLinkByAddress(openOne: (user: User, pressed: boolean) => void, openSeveral: () => void): void {
  const { t } = useTexts();
  const address = useAddress();
  const asked = address.path === PATHS.users ? address.search.get('link') : null;
  const back = withParameter(address, 'link', null);
  useEffect(() => {
    if (asked === null) return;
    replaceAddress(back);
    if (asked === SEVERAL) {
      openSeveral();
      return;
    }
    const pressed = pressedFor === asked;
    pressedFor = null;
    call(readUser, { params: { userId: asked } }).then(
      ({ user }) => openOne(user, pressed),
      (error: unknown) => toast.error(reasonOf(error, t)),
    );
  }, [asked, back, openOne, openSeveral, t]);
}

// A message to a user, shown here and sent from the administrator's own phone or mail program.

/** The beginning of such a message. */
export function useGreeting(user: Pick<User, 'userName'>): string {
  const { t } = useTexts();
  return isNameless(user) ? t('users.greetingUnnamed') : t('users.greeting', { name: user.userName });
}

export function MessageText({ text }: { text: string }): JSX.Element {
  return (
    <blockquote className={classes['quote']} dir="auto">
      <bdi>{text}</bdi>
    </blockquote>
  );
}
