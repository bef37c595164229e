// Compressing the built app: each compressed file has the original's content and is smaller.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { compressFiles } from '../../../scripts/prepare/compress.mjs';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'jurmana-compress-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const script = 'export const sum = (a, b) => a + b;\n'.repeat(200);

test('scripts and styles get a brotli and a gzip file beside them, in subfolders too', () => {
  mkdirSync(join(folder, 'assets'));
  for (const name of ['one.js', 'assets/two.js', 'assets/style.css']) writeFileSync(join(folder, name), script);
  expect(compressFiles(folder)).toBe(3);
  for (const name of ['one.js', 'assets/two.js', 'assets/style.css']) {
    const path = join(folder, name);
    expect(readFileSync(path, 'utf8')).toBe(script);
    expect(brotliDecompressSync(readFileSync(`${path}.br`)).toString()).toBe(script);
    expect(gunzipSync(readFileSync(`${path}.gz`)).toString()).toBe(script);
    expect(readFileSync(`${path}.br`).length).toBeLessThan(readFileSync(`${path}.gz`).length);
  }
});

test('small files, compressed ones and the page itself are left alone', () => {
  const files = { 'tiny.js': 'export {};', 'picture.png': script, 'index.html': script, 'one.js.gz': script };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  expect(compressFiles(folder)).toBe(0);
  for (const name of Object.keys(files)) {
    expect(existsSync(join(folder, `${name}.br`))).toBe(false);
    expect(existsSync(join(folder, `${name}.gz`))).toBe(false);
  }
});
