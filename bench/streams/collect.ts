// Preloaded into the measured server: on SIGUSR2 it collects garbage and prints the memory in use. Resident memory
// alone says little, because it includes garbage.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
process.on('SIGUSR2', () => {
  // Finalizers of the first round may free more.
  collect();
  collect();
  const { heapUsed, external, rss } = process.memoryUsage();
  process.stdout.write(`memory held ${heapUsed + external} resident ${rss}\n`);
});
