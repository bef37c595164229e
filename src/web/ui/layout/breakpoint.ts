// The one width at which screens change their layout (SHELL-3).

/** Below this many pixels the sidebar is a drawer, tables are lists of cards and dialogs are sheets. */
const TABLET_WIDTH = 768;

export const BELOW_TABLET = `(max-width: ${TABLET_WIDTH - 0.02}px)`;
