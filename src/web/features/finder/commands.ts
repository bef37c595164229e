// The screens, parts of screens and actions that the finder knows, for those who may open or use them. The types of the
// lists below require an entry for every path and every part, so that nothing is left out.
import {
  type Icon,
  IconAdjustments,
  IconBell,
  IconBellRinging,
  IconBuilding,
  IconCalendarDue,
  IconCalendarMonth,
  IconCashPlus,
  IconCashRegister,
  IconDevices,
  IconFileUpload,
  IconFingerprint,
  IconGift,
  IconId,
  IconKey,
  IconKeyboard,
  IconLanguage,
  IconList,
  IconLock,
  IconLogout,
  IconMail,
  IconPalette,
  IconPlus,
  IconReceiptRefund,
  IconRobot,
  IconSend,
  IconTransferOut,
  IconUserCircle,
  IconUserPlus,
  IconUsersGroup,
  IconUsersPlus,
} from '@tabler/icons-react';
import { addFines } from '../../../contract/fines/fines.ts';
import { handOverCash } from '../../../contract/money/cash.ts';
import { takePayment } from '../../../contract/money/payments.ts';
import type { Operation } from '../../../contract/operation.ts';
import { listApiKeys } from '../../../contract/sign-in/api-keys.ts';
import { createSignInLinks } from '../../../contract/sign-in/sign-in-links.ts';
import { addUser, addUsers } from '../../../contract/users.ts';
import { type AccessLevel, isAllowed } from '../../../core/people/permission.ts';
import { matches } from '../../../core/text/search.ts';
import { textsOf, type useTexts } from '../../messages/index.ts';
import { addressIn } from '../../routing/address.ts';
import { HAND_OVER, type Parts, partPath, PATHS, SIGN_IN_LINKS } from '../../routing/paths.ts';
import { redirectFor } from '../../routing/routing.ts';
import type { Key } from '../../ui/keys/key.ts';
import { entriesFor } from '../../shell/navigation/navigation.ts';
import type { ListedName, MenuName } from '../../routing/screens.ts';

type TextKey = Parameters<ReturnType<typeof useTexts>['t']>[0];

/** What is done on the current screen: what a key does, or signing out. */
export type Doing = Key | 'logout';

export interface Command {
  kind: 'screen' | 'action';
  text: TextKey;
  /** the screen of which it is a part: then it is found only by its words, and by those of the screen */
  of?: TextKey;
  icon: Icon;
  /** other words that people look for it by */
  also?: TextKey;
  /** where it leads, a path of paths.ts; without one it is done on the current screen */
  to?: string;
  does?: Doing;
  needs?: Pick<Operation, 'needs'>;
}

const ACTIONS: readonly Command[] = [
  {
    kind: 'action',
    text: 'shell.addFine',
    icon: IconPlus,
    also: 'finder.also.addFine',
    does: 'addFine',
    needs: addFines,
  },
  {
    kind: 'action',
    text: 'common.collectPayment',
    icon: IconCashPlus,
    also: 'finder.also.collectPayment',
    does: 'collect',
    needs: takePayment,
  },
  { kind: 'action', text: 'finder.handOver', icon: IconTransferOut, to: HAND_OVER, needs: handOverCash },
  { kind: 'action', text: 'finder.addUser', icon: IconUserPlus, to: `${PATHS.users}?add=true`, needs: addUser },
  { kind: 'action', text: 'finder.addSeveral', icon: IconUsersPlus, to: `${PATHS.users}?add=several`, needs: addUsers },
  {
    kind: 'action',
    text: 'users.links.send',
    icon: IconKey,
    also: 'finder.also.links',
    to: SIGN_IN_LINKS,
    needs: createSignInLinks,
  },
  { kind: 'action', text: 'finder.keys', icon: IconKeyboard, does: 'help' },
  { kind: 'action', text: 'shell.logout', icon: IconLogout, also: 'finder.also.logout', does: 'logout' },
];

type Named = Pick<Command, 'text' | 'icon' | 'also' | 'needs'>;

/** The screens that the sidebar does not lead to. */
const OTHER_SCREENS: Readonly<Record<Exclude<ListedName, MenuName>, Named>> = {
  collectFromMany: { text: 'finder.collectFromMany', icon: IconUsersGroup },
  cashUp: { text: 'finder.cashUp', icon: IconCashRegister, also: 'finder.also.cashUp' },
  givenBack: { text: 'finder.givenBack', icon: IconReceiptRefund, also: 'finder.also.givenBack' },
  waived: { text: 'finder.waived', icon: IconGift, also: 'finder.also.waived' },
  sent: { text: 'finder.sent', icon: IconSend, also: 'finder.also.sent' },
  month: { text: 'finder.month', icon: IconCalendarMonth, also: 'finder.also.month' },
  importUsers: { text: 'finder.importUsers', icon: IconFileUpload, also: 'finder.also.import' },
  importFines: { text: 'finder.importFines', icon: IconFileUpload, also: 'finder.also.import' },
  profile: { text: 'shell.account', icon: IconUserCircle, also: 'finder.also.profile' },
};

const OF_SETTINGS: Readonly<Record<Parts['settings'], Named>> = {
  rules: { text: 'settings.card', icon: IconAdjustments },
  types: { text: 'settings.types.title', icon: IconList, also: 'finder.also.types' },
  groups: { text: 'settings.groups.title', icon: IconUsersGroup, also: 'finder.also.groups' },
  due: { text: 'settings.due.title', icon: IconCalendarDue, also: 'finder.also.due' },
  reminders: { text: 'settings.reminders.title', icon: IconBell, also: 'finder.also.howToPay' },
  organisation: { text: 'settings.organisation.title', icon: IconBuilding, also: 'finder.also.organisation' },
  keys: { text: 'settings.keys.title', icon: IconRobot, needs: listApiKeys },
};

const OF_ACCOUNT: Readonly<Record<Parts['profile'], Named>> = {
  person: { text: 'account.person.title', icon: IconId },
  language: { text: 'account.language.title', icon: IconLanguage, also: 'finder.also.language' },
  appearance: { text: 'account.appearance.title', icon: IconPalette, also: 'finder.also.appearance' },
  mails: { text: 'account.mails.title', icon: IconMail, also: 'finder.also.mails' },
  notifications: { text: 'account.notifications.title', icon: IconBellRinging },
  news: { text: 'account.news.title', icon: IconBell },
  password: { text: 'account.password.title', icon: IconLock, also: 'finder.also.password' },
  passkeys: { text: 'account.passkeys.title', icon: IconFingerprint, also: 'finder.also.passkeys' },
  sessions: { text: 'account.sessions.title', icon: IconDevices, also: 'finder.also.sessions' },
};

const partsOf = <S extends keyof Parts>(screen: S, of: TextKey, parts: Readonly<Record<Parts[S], Named>>) =>
  (Object.keys(parts) as Parts[S][]).map((part): Command => ({
    kind: 'screen',
    ...parts[part],
    of,
    to: partPath(screen, part),
  }));

const screensFor = (access: AccessLevel): readonly Command[] => [
  ...entriesFor(access).map(({ name, path, icon }): Command => ({
    kind: 'screen',
    text: `shell.${name}`,
    also: `finder.also.${name}`,
    to: path,
    icon,
  })),
  ...Object.entries(OTHER_SCREENS).map(([name, screen]): Command => ({
    kind: 'screen',
    ...screen,
    to: PATHS[name as keyof typeof OTHER_SCREENS],
  })),
  ...partsOf('settings', 'shell.settings', OF_SETTINGS),
  ...partsOf('profile', 'shell.account', OF_ACCOUNT),
];

/** In the order in which they are shown. */
export const commandsFor = (access: AccessLevel): Command[] =>
  [...ACTIONS, ...screensFor(access)].filter(
    ({ needs, to }) =>
      (needs === undefined || isAllowed(needs.needs, access)) &&
      (to === undefined || redirectFor(addressIn(to).path, access) === null),
  );

/**
 * Those that this term finds, in any language that is loaded: by their names, with the words of their screen, and after
 * them by other words. An empty term finds whatever is no part of a screen.
 */
export function commandsCalled(commands: readonly Command[], term: string): Command[] {
  if (term === '') return commands.filter(({ of }) => of === undefined);
  const named = commands.filter((one) => matches(namesOf(one), term));
  const others = commands.filter((one) => !named.includes(one) && matches(wordsOf(one), term));
  return [...named, ...others];
}

const namesOf = ({ text, of }: Command): string[] => joined(text, of);
const wordsOf = ({ text, of, also }: Command): string[] => joined(text, of, also);

/** These texts as one, in each language. */
function joined(...keys: (TextKey | undefined)[]): string[] {
  const texts = keys.flatMap((key) => (key === undefined ? [] : [textsOf(key)]));
  return (texts[0] ?? []).map((_, language) => texts.map((inLanguages) => inLanguages[language] ?? '').join(' '));
}
