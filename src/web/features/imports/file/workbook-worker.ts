// The worker that reads one workbook: it gets the bytes and a port, to which it answers with the sheets or a problem.
import { readWorkbook } from './workbook.ts';

const answer = async ({ data, ports: [port] }: MessageEvent<Uint8Array>): Promise<void> =>
  port?.postMessage(await readWorkbook(data));
self.addEventListener('message', (event: MessageEvent<Uint8Array>) => void answer(event));
