// The widths at which screens change their layout (SHELL-2, SHELL-3).

/** Below this many pixels the sidebar is a drawer, tables are lists of cards and dialogs are sheets. */
const TABLET_WIDTH = 768;
/** Below this many the sidebar is collapsed at first, so that it does not take a third of the screen. */
const DESK_WIDTH = 1100;

const below = (width: number): string => `(max-width: ${width - 0.02}px)`;

export const BELOW_TABLET = below(TABLET_WIDTH);
export const BELOW_DESK = below(DESK_WIDTH);
