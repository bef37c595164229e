// The worker that reads one file, however it is made: it gets the file and a port, to which it answers with the tables
// or a problem.
import type { ImportKind } from '../../../../core/files/import-columns.ts';
import { readFile } from './read-file.ts';

export interface FileToRead {
  kind: ImportKind;
  file: File;
}

const answer = async ({ data: { kind, file }, ports: [port] }: MessageEvent<FileToRead>): Promise<void> =>
  port?.postMessage(await readFile(kind, file));
self.addEventListener('message', (event: MessageEvent<FileToRead>) => void answer(event));
