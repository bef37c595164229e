// Which dialog of the keyboard is open over the screen, whatever screen it is: the finder, or the list of keys.
import { createStore, useStore } from '../../store.ts';

export type Overlay = 'finder' | 'keys';

const open = createStore<Overlay | null>(null);

export const showOverlay = open.set;

export const useOverlay = (): Overlay | null => useStore(open);
