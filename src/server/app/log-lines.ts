// The log on standard output. Lines of one turn of the event loop, e.g. of requests whose writes shared a commit, are
// written together, because a write to a pipe wakes its reader, which costs as much as a statement.
let lines = '';

function writeLines(): void {
  const written = lines;
  lines = '';
  if (written !== '') process.stdout.write(written);
}

process.on('exit', writeLines);

/** The stream for the logger. */
export const logLines = {
  write(line: string): void {
    if (lines === '') setImmediate(writeLines);
    lines += line;
  },
};
