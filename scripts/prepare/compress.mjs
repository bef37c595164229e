// Compresses the built web app once and for all, so that the server need not do it for every visitor, and can take the
// time to do it well: a file.js.br and a file.js.gz beside each file.js that is worth it.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** Pictures and fonts are compressed already. The page itself is written anew for each visitor. */
const WORTH_IT = new Set(['.js', '.css', '.svg', '.json', '.webmanifest', '.map', '.txt']);

/** Below this, in bytes, an answer fits into one packet anyway. */
const SMALLEST = 512;

/** @param {Buffer} content */
export function brotli(content) {
  return brotliCompressSync(content, {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  });
}

/** @param {Buffer} content */
const gzip = (content) => gzipSync(content, { level: constants.Z_BEST_COMPRESSION });

/**
 * @param {string} folder with all folders below it
 * @returns {number} how many files now have compressed ones beside them
 */
export function compressFiles(folder) {
  let count = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) count += compressFiles(path);
    else if (entry.isFile() && compressFile(path)) count += 1;
  }
  return count;
}

/** @param {string} path */
function compressFile(path) {
  if (!WORTH_IT.has(extname(path))) return false;
  const content = readFileSync(path);
  if (content.length < SMALLEST) return false;
  const [smallest, small] = [brotli(content), gzip(content)];
  // The server takes whichever the browser knows, so each must be a gain.
  if (Math.max(smallest.length, small.length) >= content.length) return false;
  writeFileSync(`${path}.br`, smallest);
  writeFileSync(`${path}.gz`, small);
  return true;
}
