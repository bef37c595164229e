// Compresses the built web app at build time, at the highest level: file.js.br and file.js.gz beside each file.js that
// gets smaller.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** Images and fonts are compressed already, and the HTML page is generated per request. */
const COMPRESSIBLE = new Set(['.js', '.css', '.svg', '.json', '.webmanifest', '.map', '.txt']);

/** Below this, in bytes, a response fits into one packet anyway. */
const MIN_SIZE = 512;

/** @param {Buffer} content */
function brotli(content) {
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
 * @param {string} folder searched recursively
 * @returns {number} how many files were compressed
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
  if (!COMPRESSIBLE.has(extname(path))) return false;
  const content = readFileSync(path);
  if (content.length < MIN_SIZE) return false;
  const [smallest, small] = [brotli(content), gzip(content)];
  // The browser decides which one is sent, so both must be smaller.
  if (Math.max(smallest.length, small.length) >= content.length) return false;
  writeFileSync(`${path}.br`, smallest);
  writeFileSync(`${path}.gz`, small);
  return true;
}
