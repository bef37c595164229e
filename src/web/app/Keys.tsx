// What the keys do on every screen, and the two dialogs that belong to them. Rendered once, for those signed in.
import { useHotkeys } from '@mantine/hooks';
import type { JSX } from 'react';
import { Suspense, useEffect } from 'react';
import { addFines } from '../../contract/fines/fines.ts';
import { takePayment } from '../../contract/money/payments.ts';
import { find } from '../../contract/overview.ts';
import { useMay } from '../api/permission.ts';
import { useAddress } from '../routing/location.ts';
import { asksToAddFine, userOn } from '../routing/paths.ts';
import { finder, keyList } from './screens.tsx';
import { isDialogOpen } from '../ui/dialogs/layers.ts';
import { useEver } from '../ui/dialogs/useOpening.ts';
import { addFineFrom, cancelAddFine } from '../ui/money/opening/add-fine.ts';
import { type MoneyDialog, useMoneyDialog } from '../ui/money/opening/money-dialog.ts';
import type { Key } from '../ui/keys/key.ts';
import { hotkeysOf, isTyping, useSingleKeys } from '../ui/keys/keys.ts';
import { type Overlay, showOverlay, useOverlay } from '../ui/keys/overlay.ts';
import { useTypedAhead } from '../ui/keys/typed-ahead.ts';

/** Focuses the screen's own search. Returns whether it has one. */
function focusSearch(): boolean {
  const boxes = document.querySelectorAll<HTMLInputElement>('input[data-screen-search]');
  const box = [...boxes].find((one) => one.getClientRects().length > 0);
  box?.focus();
  box?.select();
  return box !== undefined;
}

/** Which dialog that begins with a field is open or about to open. */
function typesInto(overlay: Overlay | null, money: MoneyDialog | null, addsFine: boolean): string | null {
  if (overlay !== null) return overlay === 'finder' ? 'finder' : null;
  if (money !== null)
    return money.kind === 'collect' && money.taken === undefined ? `from ${money.userId ?? ''}` : null;
  return addsFine ? 'fine' : null;
}

export function Keys(): JSX.Element {
  const may = useMay();
  const mayFind = may(find);
  const address = useAddress();
  const { path } = address;
  const money = useMoneyDialog();
  const [single] = useSingleKeys();
  const open = useOverlay();
  const hasFinder = useEver(open === 'finder');
  const hasKeys = useEver(open === 'keys');
  /** A dialog that a key has opened may still be on its way. */
  const opens = open !== null || money.open !== null || asksToAddFine(address);
  const addsFine = asksToAddFine(address) && may(addFines);
  useTypedAhead(typesInto(open, money.open, addsFine), () => {
    if (open !== null) showOverlay(null);
    else if (money.open !== null) money.close();
    else cancelAddFine();
  });
  // An open dialog belongs to the person who was signed in.
  useEffect(() => () => showOverlay(null), []);

  /** `run` returns false if there is nothing to do; then the press is left to the browser. */
  const on = (key: Key, run: () => boolean | void): ReturnType<typeof hotkeysOf> =>
    hotkeysOf(key, (event) => {
      if (event.defaultPrevented || event.repeat || event.isComposing || isDialogOpen()) return;
      // Ctrl+K types nothing, and the browser would leave the page for its own search.
      if (key !== 'finder' && (opens || isTyping(event.target))) return;
      if (run() !== false) event.preventDefault();
    });

  useHotkeys(
    [
      ...(mayFind ? on('finder', () => showOverlay('finder')) : []),
      ...(single
        ? [
            ...on('help', () => showOverlay('keys')),
            ...on('search', () => {
              if (focusSearch()) return true;
              if (mayFind) showOverlay('finder');
              return mayFind;
            }),
            ...(may(addFines) ? on('addFine', () => addFineFrom(path)) : []),
            ...(may(takePayment) ? on('collect', () => money.show({ kind: 'collect', userId: userOn(path) })) : []),
          ]
        : []),
    ],
    [],
  );
  return (
    <Suspense>
      {hasFinder && <finder.Screen />}
      {hasKeys && <keyList.Screen />}
    </Suspense>
  );
}
