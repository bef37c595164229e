// The open dialogs and drawers, one over the other. Escape and Back close only the one on top; while that one is saving
// something, they do nothing.
import { useEffect, useRef } from 'react';
import { depthHere, enterDepth, setDialogs } from '../../routing/location.ts';

interface Layer {
  close: () => void;
  /** something is being saved */
  busy: boolean;
}

/** The last is on top. */
const layers: { readonly current: Layer }[] = [];

export const isDialogOpen = (): boolean => layers.length > 0;

/** Opens a dialog that is part of the address (`path`), over what is open. */
export const openByAddress = (path: string): void => enterDepth(layers.length + 1, path);

setDialogs({
  closeAbove: (depth) => {
    const above = layers.slice(depth).toReversed();
    for (const { current: layer } of above) {
      if (layer.busy) return 'busy';
      layer.close();
    }
    return above.length > 0 ? 'closed' : 'none';
  },
  closeLeft: () => {
    const open = [...layers];
    setTimeout(() => {
      for (const layer of open) if (layers.includes(layer) && !layer.current.busy) layer.current.close();
    });
  },
});

/** Makes Back and Escape close the layer while it is open. */
export function useLayer(opened: boolean, layer: Layer): void {
  const latest = useRef(layer);
  useEffect(() => {
    latest.current = layer;
  });
  useEffect(() => {
    if (!opened) return undefined;
    // Its own for each opening: `closeLeft` comes a moment later, and must not close what was opened again since.
    const own = {
      get current() {
        return latest.current;
      },
    };
    layers.push(own);
    if (depthHere() < layers.length) enterDepth(layers.length);
    // Adding the same listener again changes nothing.
    window.addEventListener('keydown', closeTop, { capture: true });
    return () => {
      layers.splice(layers.lastIndexOf(own), 1);
      if (layers.length === 0) window.removeEventListener('keydown', closeTop, { capture: true });
    };
  }, [opened]);
}

function closeTop(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.isComposing) return;
  // An open list of options or calendar in the dialog closes first.
  if (event.target instanceof Element && event.target.matches('[data-mantine-stop-propagation=true]')) return;
  const top = layers.at(-1)?.current;
  if (top !== undefined && !top.busy) top.close();
}
