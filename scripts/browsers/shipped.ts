// Finds what the files of the built web app use that the oldest browsers lack: page, style sheets, and every script.
import { broughtBy, lacksOfPage, lacksOfScript, lacksOfSyntax, type Lack } from './scripts.ts';
import { lacksOfStyles } from './styles.ts';

/** What is needed of a file of the build. */
export type Shipped =
  | { type: 'asset'; fileName: string; source: string | Uint8Array }
  | {
      type: 'chunk';
      fileName: string;
      isEntry: boolean;
      code: string;
      modules: Record<string, { code: string | null }>;
    };

export interface Found {
  /** a source of the page, or a file that is built on its own */
  where: string;
  lack: Lack;
}

/**
 * The page's files share what its first one adds (src/web/older-browsers.ts). A worker has nothing of the page's, so a
 * file built on its own may use only what it adds itself.
 */
export function lacksOfShipped(files: readonly Shipped[]): { found: Found[]; looked: string[]; unused: string[] } {
  const found: Found[] = [];
  const looked: string[] = [];
  const used = new Set<string>();
  const look = (where: string, lacks: readonly Lack[], brought: ReadonlySet<string> = new Set()): void => {
    looked.push(where);
    for (const lack of lacks)
      if (brought.has(lack.feature)) used.add(lack.feature);
      else found.push({ where, lack });
  };
  const entries = files.flatMap((file) => (file.type === 'chunk' && file.isEntry ? [file.code] : []));
  const ofPage = new Set(entries.flatMap((code) => [...broughtBy(code)]));

  for (const file of files) {
    const { fileName } = file;
    if (file.type === 'chunk') {
      look(fileName, lacksOfSyntax(file.code));
      // By modules, so that findings name their source.
      for (const [id, { code }] of Object.entries(file.modules))
        if (code !== null) look(id, lacksOfScript(code), ofPage);
      continue;
    }
    const text = String(file.source);
    if (/\.m?js$/.test(fileName)) look(fileName, [...lacksOfSyntax(text), ...lacksOfScript(text)], broughtBy(text));
    else if (fileName.endsWith('.css')) look(fileName, lacksOfStyles(text));
    else if (fileName.endsWith('.html')) look(fileName, lacksOfPage(text));
  }
  return { found, looked, unused: [...ofPage].filter((feature) => !used.has(feature)) };
}
