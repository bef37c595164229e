// Starts the app in the page.
import './styles.ts';
import { DirectionProvider, MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './api/client.ts';
import { askForSession } from './api/session.ts';
import { App } from './App.tsx';
import { appearanceManager, syncThemeColor } from './appearance.ts';
import { FollowLanguage } from './FollowLanguage.tsx';
import { switchLanguage } from './messages/index.ts';
import { applyLanguage, currentLanguage, directionOf, rememberedLanguage } from './messages/language.ts';
import { shareNonce, styleNonce } from './nonce.ts';
import { preloadAtStart } from './preload.ts';
import { theme } from './theme.ts';

const nonce = styleNonce();
shareNonce(nonce);
syncThemeColor();
preloadAtStart();

const place = document.getElementById('root');
if (place === null) throw new Error('The page has no place for the app.');

const root = createRoot(place);

function render(): void {
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

/** English if the language of this browser cannot be fetched. */
async function loadLanguage(): Promise<void> {
  const language = rememberedLanguage();
  if (language !== currentLanguage()) await switchLanguage(language).catch(() => applyLanguage(currentLanguage()));
}

const { sheetLoaded } = globalThis as { sheetLoaded?: Promise<unknown> };
// With the session it draws the first screen at once; until then the page shows the spinner that the app would.
void Promise.all([sheetLoaded, loadLanguage(), askForSession()]).then(render);
