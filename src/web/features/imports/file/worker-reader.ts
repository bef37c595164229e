// Reads a file in a worker of its own, which is fetched only then, so that no file blocks the page.
import { MAX_IMPORT_SIZE } from '../../../../core/limits.ts';
import type { FileToRead } from './answer-with.ts';
import { isZip } from './file-kind.ts';
import type { ImportFile } from './read-file.ts';
import type { FileProblem } from './table.ts';

/** The largest file takes seconds, but one of the allowed size can be made to take for ever. */
const LIMIT_MS = 60_000;
/** Without a connection the worker cannot be fetched; it is asked for once more. */
const AGAIN_AFTER_MS = 1000;

/** `signal`: gives it up. */
export async function readInWorker(asked: FileToRead, signal: AbortSignal): Promise<ImportFile | FileProblem> {
  if (asked.file.size > MAX_IMPORT_SIZE) return { problem: 'too-large' };
  const first = await readOnce(asked, signal);
  if (first !== null || signal.aborted) return first ?? UNREADABLE;
  await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS));
  return (await readOnce(asked, signal)) ?? UNREADABLE;
}

const UNREADABLE: FileProblem = { problem: 'unreadable' };

/**
 * Safari 16.0 to 16.3, on iPhones too, cannot read an expression of the package that reads workbooks, and its worker
 * fails. With 16.4 came this as well, which can be asked for without being used.
 */
const readsWorkbooks = (): boolean => 'DecompressionStream' in globalThis;

/** Of its own for workbooks, because they need much that CSV does not. */
async function workerFor(file: File): Promise<Worker> {
  const isWorkbook = isZip(new Uint8Array(await file.slice(0, 4).arrayBuffer()));
  return isWorkbook && readsWorkbooks()
    ? new Worker(new URL('./workbook-worker.ts', import.meta.url), { type: 'module' })
    : new Worker(new URL('./file-worker.ts', import.meta.url), { type: 'module' });
}

/** null if the worker cannot be fetched, or fails, and when it is given up. */
async function readOnce(asked: FileToRead, signal: AbortSignal): Promise<ImportFile | FileProblem | null> {
  if (signal.aborted) return null;
  let limit: ReturnType<typeof setTimeout> | undefined;
  // A file that was moved or changed after it was chosen cannot be read.
  const worker = await workerFor(asked.file).catch(() => null);
  if (worker === null) return UNREADABLE;
  try {
    return await new Promise((resolve) => {
      const { port1: answers, port2: port } = new MessageChannel();
      answers.addEventListener('message', ({ data }: MessageEvent<ImportFile | FileProblem>) => resolve(data));
      answers.start();
      if (signal.aborted) resolve(null);
      worker.addEventListener('error', () => resolve(null));
      signal.addEventListener('abort', () => resolve(null));
      limit = setTimeout(() => resolve({ problem: 'too-slow' }), LIMIT_MS);
      worker.postMessage(asked, [port]);
    });
  } finally {
    clearTimeout(limit);
    worker.terminate();
  }
}
