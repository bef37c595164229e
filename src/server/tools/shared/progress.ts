// Progress messages of long-running commands.

/** Reports the current state, e.g. "Importing fines: 500 of 2000". Most calls print nothing. */
export type Progress = (sentence: string) => void;

const PROGRESS_INTERVAL_MS = 1000;

/** Prints at most one line per second, and none in the first. A file or a pipe gets none, as with other commands. */
export function progressOn(stream: NodeJS.WriteStream): Progress {
  if (!stream.isTTY) return () => {};
  let last = performance.now();
  return (sentence) => {
    if (performance.now() - last < PROGRESS_INTERVAL_MS) return;
    last = performance.now();
    stream.write(`${sentence}\n`);
  };
}
