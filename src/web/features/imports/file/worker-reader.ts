// Reads a file in a worker of its own, which is fetched only then, so that no file blocks the page.
import { MAX_IMPORT_SIZE } from '../../../../core/limits.ts';
import type { FileToRead } from './file-worker.ts';
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

/** null if the worker cannot be fetched, or fails, and when it is given up. */
async function readOnce(asked: FileToRead, signal: AbortSignal): Promise<ImportFile | FileProblem | null> {
  if (signal.aborted) return null;
  let limit: ReturnType<typeof setTimeout> | undefined;
  const worker = new Worker(new URL('./file-worker.ts', import.meta.url), { type: 'module' });
  try {
    return await new Promise((resolve) => {
      const { port1: answers, port2: port } = new MessageChannel();
      answers.addEventListener('message', ({ data }: MessageEvent<ImportFile | FileProblem>) => resolve(data));
      answers.start();
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
