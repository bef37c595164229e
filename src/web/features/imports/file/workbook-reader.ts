// Reads a workbook in a worker of its own, which is fetched only then.
import type { SheetLines, WorkbookProblem } from './workbook.ts';

/** @throws if the worker cannot be fetched, or fails */
export async function readInWorker(bytes: Uint8Array<ArrayBuffer>): Promise<SheetLines[] | WorkbookProblem> {
  const worker = new Worker(new URL('./workbook-worker.ts', import.meta.url), { type: 'module' });
  try {
    return await new Promise((resolve, reject) => {
      const { port1: answers, port2: port } = new MessageChannel();
      answers.addEventListener('message', ({ data }: MessageEvent<SheetLines[] | WorkbookProblem>) => resolve(data));
      answers.start();
      worker.addEventListener('error', () => reject(new Error('The worker that reads workbooks failed.')));
      worker.postMessage(bytes, [bytes.buffer, port]);
    });
  } finally {
    worker.terminate();
  }
}
