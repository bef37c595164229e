// Starts the app in the page.
import '../older-browsers.ts';
import '../style/styles.ts';
import { DirectionProvider, MantineProvider } from '@mantine/core';
import { notifyManager, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { queryClient } from '../api/client.ts';
import { askForSession } from '../api/session.ts';
import { App } from './App.tsx';
import { appearanceManager, syncThemeColor } from '../style/appearance.ts';
import { FollowLanguage } from './FollowLanguage.tsx';
import { switchLanguage } from '../messages/index.ts';
import { directionOf } from '../../core/text/languages.ts';
import { applyLanguage, currentLanguage, rememberedLanguage } from '../messages/language.ts';
import { shareNonce, styleNonce } from '../style/nonce.ts';
import { preloadAtStart } from './preload.ts';
import { whenSettled } from '../routing/preloadable.ts';
import { theme } from '../style/theme.ts';
import { afterPresses } from '../ui/lists/while-pressed.ts';

const nonce = styleNonce();
shareNonce(nonce);
notifyManager.setScheduler(afterPresses(window));
const likely = preloadAtStart();

function renderIn(root: Root): void {
  root.render(
    <StrictMode>
      <DirectionProvider initialDirection={directionOf(currentLanguage())} detectDirection={false}>
        <MantineProvider
          theme={theme}
          defaultColorScheme="auto"
          colorSchemeManager={appearanceManager}
          getStyleNonce={() => nonce}
        >
          <QueryClientProvider client={queryClient}>
            <FollowLanguage />
            <App />
          </QueryClientProvider>
        </MantineProvider>
      </DirectionProvider>
    </StrictMode>,
  );
}

/** Stays English if the language of this browser cannot be fetched. */
async function loadLanguage(): Promise<void> {
  const language = rememberedLanguage();
  if (language !== currentLanguage()) await switchLanguage(language).catch(() => applyLanguage(currentLanguage()));
}

/** The session and, if it is known, the files of the first screen. */
async function loadScreen(): Promise<void> {
  if (await askForSession()) await whenSettled(likely);
}

/**
 * The app is first drawn with the screen or, if the session is not known for long, with the reason. Until then the page
 * shows the app's spinner.
 */
async function draw(root: Root): Promise<void> {
  await Promise.all([sheetLoaded, loadLanguage(), loadScreen()]);
  // The colour is in the style sheet.
  syncThemeColor();
  renderIn(root);
}

const place = document.getElementById('root');
const { sheetLoaded } = globalThis as { sheetLoaded?: Promise<unknown> };
// In a browser that is too old, the page removes it (index.html).
if (place !== null) {
  void draw(createRoot(place));
}
