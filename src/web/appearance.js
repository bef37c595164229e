// Light or dark, before the first paint: by this browser's choice, else as the system has it. The page loads this file
// ahead of everything else; from then on the app follows choice and system itself (appearance.ts).
(function () {
  let chosen = null;
  try {
    chosen = localStorage.getItem('appearance');
  } catch {
    // Storage may be forbidden; the system's choice stands then.
  }
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();
