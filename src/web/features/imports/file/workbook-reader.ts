// Reads a workbook in a worker of its own, which is fetched only then.
import type { SheetLines, WorkbookProblem } from './workbook.ts';

/** The largest workbook takes seconds, but one of the allowed size can be made to take for ever. */
const LIMIT_MS = 60_000;

/**
 * `signal`: gives it up.
 * @throws if the worker cannot be fetched, or fails, and when it is given up
 */
export async function readInWorker(
  bytes: Uint8Array<ArrayBuffer>,
  signal: AbortSignal,
): Promise<SheetLines[] | WorkbookProblem> {
  signal.throwIfAborted();
  let limit: ReturnType<typeof setTimeout> | undefined;
  const worker = new Worker(new URL('./workbook-worker.ts', import.meta.url), { type: 'module' });
  try {
    return await new Promise((resolve, reject) => {
      const { port1: answers, port2: port } = new MessageChannel();
      answers.addEventListener('message', ({ data }: MessageEvent<SheetLines[] | WorkbookProblem>) => resolve(data));
      answers.start();
      worker.addEventListener('error', () => reject(new Error('The worker that reads workbooks failed.')));
      signal.addEventListener('abort', () => reject(new Error('The workbook is not needed any more.')));
      limit = setTimeout(() => resolve({ problem: 'too-slow' }), LIMIT_MS);
      worker.postMessage(bytes, [bytes.buffer, port]);
    });
  } finally {
    clearTimeout(limit);
    worker.terminate();
  }
}
