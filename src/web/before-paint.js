// Stands in the page itself (vite.config.ts). Appearance, language and direction before the first paint, by what this browser
// was last used with; from then on the app follows the choices itself (app/main.tsx, messages/language.ts). And what the
// app will need first is asked for while its code is on the way: who is signed in, the files of the first screen, and what
// it reads.
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

  // Asked again by the app if it takes longer than any answer does (session.ts, call.ts). The timer holds the controller.
  const ask = (address, limit) => {
    const late = new AbortController();
    setTimeout(() => late.abort(), limit);
    return fetch(address, { headers: { accept: 'application/json' }, signal: late.signal });
  };
  window.sessionAnswer = ask('/api/auth/session', 15_000);
  // A failure is found when the answer is used.
  window.sessionAnswer.catch(() => {});
  const reads = FIRST_READS;
  const access = kept('was-signed-in');
  window.firstReads = (reads[access]?.[location.hash.slice(1)] ?? []).map(({ address, ...read }) => {
    const answer = ask(address, 45_000).then(async (response) => {
      if (!response.ok) throw new Error(`The server answered ${response.status}.`);
      return { output: await response.json(), version: response.headers.get('last-event-id') };
    });
    answer.catch(() => {});
    return { ...read, answer };
  });

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
  for (const name of (access === null ? files.login : files[screen]) ?? []) {
    const kind = name.endsWith('.css') ? { rel: 'preload', as: 'style' } : { rel: 'modulepreload' };
    void fetchFile({ ...kind, href: `/${name}` });
  }
})();
