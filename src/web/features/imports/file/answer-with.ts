// What a worker that reads a file does: it gets the file and a port, to which it answers with the tables or a problem.
import type { ImportKind } from '../../../../core/files/import-columns.ts';
import { readFile, type ReadWorkbook } from './read-file.ts';

export interface FileToRead {
  kind: ImportKind;
  file: File;
}

export function answerWith(readWorkbook: ReadWorkbook | undefined): void {
  const answer = async ({ data: { kind, file }, ports: [port] }: MessageEvent<FileToRead>): Promise<void> =>
    port?.postMessage(await readFile(kind, file, readWorkbook));
  self.addEventListener('message', (event: MessageEvent<FileToRead>) => void answer(event));
}
