// Stands in the page itself (vite.config.ts). Appearance, language and direction before the first paint, by what this browser was
// last used with; from then on the app follows the choices itself (appearance.ts, messages/language.ts). And what the app will need
// first is asked for while its code is on the way: who is signed in, and the files of the first screen.
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

  // Asked again if it takes longer than any answer does.
  const signal = AbortSignal.timeout(45_000);
  window.sessionAnswer = fetch('/api/auth/session', { headers: { accept: 'application/json' }, signal });
  // A failure is found when the answer is used.
  window.sessionAnswer.catch(() => {});

  const files = FIRST_FILES;
  const fetchFile = (attributes) => {
    const link = Object.assign(document.createElement('link'), { crossOrigin: '', ...attributes });
    document.head.append(link);
    return new Promise((resolve) => {
      link.addEventListener('load', resolve);
      link.addEventListener('error', resolve);
    });
  };
  // Before the sheets of screens, which change what it says. The app draws when it is there.
  window.sheetLoaded = files.sheet && fetchFile({ rel: 'stylesheet', href: files.sheet });
  const screen = (/^#(\/\w+)/.exec(location.hash) ?? [])[1] ?? '/dashboard';
  for (const name of (kept('was-signed-in') === null ? files.login : files[screen]) ?? []) {
    void fetchFile({ rel: 'modulepreload', href: `/${name}` });
  }
})();
