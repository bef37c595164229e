// Starts the app in the page.
import './styles.ts';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './api/client.ts';
import { App } from './App.tsx';
import { appearanceManager, syncThemeColor } from './appearance.ts';
import { shareNonce, styleNonce } from './nonce.ts';
import { preloadAtStart } from './preload.ts';
import { theme } from './theme.ts';

const nonce = styleNonce();
shareNonce(nonce);
syncThemeColor();
preloadAtStart();

const place = document.getElementById('root');
if (place === null) throw new Error('The page has no place for the app.');

createRoot(place).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      colorSchemeManager={appearanceManager}
      getStyleNonce={() => nonce}
    >
      <QueryClientProvider client={queryClient}>
        <App />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
