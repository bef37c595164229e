// Replaces Mantine's ScrollArea in its dialogs and drawers (vite.config.ts), which only compare it with
// `scrollAreaComponent`, which is never set here. The real one would be a quarter of what signing in loads, because it
// brings the library that places tooltips.

export const ScrollArea = { Autosize: null };
