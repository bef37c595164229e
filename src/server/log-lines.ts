// The log on standard output. The lines of one turn of the event loop, as of requests whose writes shared a commit, are written
// together: a write to a pipe wakes its reader, which costs as much as a statement.
let lines = '';

function writeLines(): void {
  const written = lines;
  lines = '';
  if (written !== '') process.stdout.write(written);
}

process.on('exit', writeLines);

/** For the logger. */
export const logLines = {
  write(line: string): void {
    if (lines === '') setImmediate(writeLines);
    lines += line;
  },
};
