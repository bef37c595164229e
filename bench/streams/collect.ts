// Loaded into the measured server before it starts: when asked to by a signal, collects garbage and prints what is held.
// Resident memory alone says little: it has in it what was not cleaned up yet.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
process.on('SIGUSR2', () => {
  // What the first round frees may be all that held something else.
  collect();
  collect();
  const { heapUsed, external, rss } = process.memoryUsage();
  process.stdout.write(`memory held ${heapUsed + external} resident ${rss}\n`);
});
