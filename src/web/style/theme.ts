// Typography and defaults of all screens, and the one accent colour. The colours are in tokens.css.
import { createTheme } from '@mantine/core';
import { FocusableButton } from './FocusableButton.tsx';

/** The system's own font; Urdu names use one that has all of their letters, and WebKit needs a space (global.css). */
const FONT =
  '"App Space", "App Urdu", system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif';

/**
 * The text typed into a field decides its direction; an empty field has that of the page (global.css, which recognises
 * it by its placeholder). Mantine's own `dir` sets only the frame around the field, which does not follow the text.
 */
const ITS_OWN_DIRECTION = { attributes: { input: { dir: 'auto' } }, placeholder: ' ' };

/** The height of fields and buttons: what a thumb needs (Mantine's md is 42) and, in large letters, a line of Urdu. */
const HEIGHT = 'max(44px, 2rem)';

export const theme = createTheme({
  primaryColor: 'indigo',
  // Mantine's own default shade is too light for white text on it.
  primaryShade: 8,
  defaultRadius: 'md',
  fontFamily: FONT,
  headings: { fontFamily: FONT, fontWeight: '650' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Input: {
      vars: (_: unknown, { size }: { size?: unknown }) => ({
        wrapper: size === 'md' ? { '--input-height': HEIGHT } : {},
      }),
    },
    // What Button, ActionIcon and the like are made of.
    UnstyledButton: { defaultProps: { component: FocusableButton } },
    Button: {
      defaultProps: { size: 'md' },
      vars: (_: unknown, { size }: { size?: unknown }) => ({
        root: size === 'md' ? { '--button-height': HEIGHT } : {},
      }),
    },
    // Sizes and weights are its parent's unless they are given.
    Text: { defaultProps: { inherit: true } },
    // Text in the alert's colour is too pale.
    Alert: {
      styles: { title: { color: 'var(--mantine-color-text)' }, message: { color: 'var(--mantine-color-text)' } },
    },
    TextInput: { defaultProps: { size: 'md', ...ITS_OWN_DIRECTION } },
    PasswordInput: { defaultProps: { size: 'md' } },
    Textarea: { defaultProps: { size: 'md', ...ITS_OWN_DIRECTION } },
    Select: { defaultProps: { size: 'md', ...ITS_OWN_DIRECTION } },
    NativeSelect: { defaultProps: { size: 'md' } },
    // What lies over a list must not look like its continuation. If it is wider than its field, it begins with it.
    Combobox: { defaultProps: { shadow: 'md', position: 'bottom-start' } },
    Popover: { defaultProps: { shadow: 'md' } },
    // Otherwise every list of choices is followed by a picture without a name.
    ComboboxChevron: { defaultProps: { 'aria-hidden': true } },
  },
});
