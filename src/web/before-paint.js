// Appearance, language and direction before the first paint, by what this browser was last used with. The page loads this
// file ahead of everything else; from then on the app follows the choices itself (appearance.ts, messages/language.ts).
(function () {
  const root = document.documentElement;
  const kept = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      // Storage may be forbidden; the system's appearance and English stand then.
      return null;
    }
  };
  const appearance = kept('appearance');
  const dark = appearance === 'dark' || (appearance !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
  if (kept('language') === 'ur') {
    root.lang = 'ur';
    root.dir = 'rtl';
  }
})();
