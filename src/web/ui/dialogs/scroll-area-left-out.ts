// Takes the place of Mantine's ScrollArea in its dialogs and drawers (vite.config.ts), which only compare `scrollAreaComponent`, that
// nothing here sets, with it. It would bring a fourth of what signing in loads: with it comes the library that places tooltips.

export const ScrollArea = { Autosize: null };
