// Progress of long work, for whoever waits at a terminal.

/** Says what is done at the moment, e.g. "Importing fines: 500 of 2000"; most of it is not printed. */
export type Progress = (sentence: string) => void;

const PROGRESS_EVERY_MS = 1000;

/** A line at most every second, so that short work says nothing. */
export function progressOn(stream: NodeJS.WriteStream): Progress {
  let last = performance.now();
  return (sentence) => {
    if (performance.now() - last < PROGRESS_EVERY_MS) return;
    last = performance.now();
    stream.write(`${sentence}\n`);
  };
}
