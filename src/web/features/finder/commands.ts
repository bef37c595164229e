// The screens and actions that the finder knows, for those who may open or use them.
import type { Icon } from '@tabler/icons-react';
import {
  IconCalendarMonth,
  IconCashPlus,
  IconCashRegister,
  IconFileUpload,
  IconGift,
  IconKey,
  IconKeyboard,
  IconPlus,
  IconReceiptRefund,
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
import { createSignInLinks } from '../../../contract/sign-in/sign-in-links.ts';
import { addUser, addUsers } from '../../../contract/users.ts';
import { type AccessLevel, isAllowed } from '../../../core/people/permission.ts';
import { addressIn } from '../../routing/address.ts';
import { HAND_OVER, PATHS, SIGN_IN_LINKS } from '../../routing/paths.ts';
import { redirectFor } from '../../routing/routing.ts';
import type { Key } from '../../shell/keys/keys.ts';
import { NAVIGATION } from '../../shell/navigation/navigation.ts';
import type { useTexts } from '../../messages/index.ts';

type TextKey = Parameters<ReturnType<typeof useTexts>['t']>[0];

export interface Command {
  kind: 'screen' | 'action';
  text: TextKey;
  icon: Icon;
  /** where it leads, a path of paths.ts; without one it is done on the current screen */
  to?: string;
  /** the key that does the same */
  key?: Key;
  needs?: Pick<Operation, 'needs'>;
}

const ACTIONS: readonly Command[] = [
  { kind: 'action', text: 'shell.addFine', icon: IconPlus, key: 'addFine', needs: addFines },
  { kind: 'action', text: 'common.collectPayment', icon: IconCashPlus, key: 'collect', needs: takePayment },
  { kind: 'action', text: 'finder.handOver', icon: IconTransferOut, to: HAND_OVER, needs: handOverCash },
  { kind: 'action', text: 'finder.addUser', icon: IconUserPlus, to: `${PATHS.users}?add=true`, needs: addUser },
  { kind: 'action', text: 'finder.addSeveral', icon: IconUsersPlus, to: `${PATHS.users}?add=several`, needs: addUsers },
  { kind: 'action', text: 'users.links.send', icon: IconKey, to: SIGN_IN_LINKS, needs: createSignInLinks },
  { kind: 'action', text: 'finder.keys', icon: IconKeyboard, key: 'help' },
];

const SCREENS: readonly Command[] = [
  ...NAVIGATION.flatMap(({ entries }) =>
    entries.map(({ text, path, icon }): Command => ({ kind: 'screen', text: `shell.${text}`, to: path, icon })),
  ),
  { kind: 'screen', text: 'finder.collectFromMany', icon: IconUsersGroup, to: PATHS.collectFromMany },
  { kind: 'screen', text: 'finder.cashUp', icon: IconCashRegister, to: PATHS.cashUp },
  { kind: 'screen', text: 'finder.givenBack', icon: IconReceiptRefund, to: PATHS.givenBack },
  { kind: 'screen', text: 'finder.waived', icon: IconGift, to: PATHS.waived },
  { kind: 'screen', text: 'finder.month', icon: IconCalendarMonth, to: PATHS.month },
  { kind: 'screen', text: 'finder.importUsers', icon: IconFileUpload, to: PATHS.importUsers },
  { kind: 'screen', text: 'finder.importFines', icon: IconFileUpload, to: PATHS.importFines },
  { kind: 'screen', text: 'shell.account', icon: IconUserCircle, to: PATHS.profile },
];

/** In the order in which they are shown. */
export const commandsFor = (access: AccessLevel): Command[] =>
  [...ACTIONS, ...SCREENS].filter(
    ({ needs, to }) =>
      (needs === undefined || isAllowed(needs.needs, access)) &&
      (to === undefined || redirectFor(addressIn(to).path, access) === null),
  );
