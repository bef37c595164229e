// Busy loops, to find tests that depend on the speed of the machine.
import { spawn } from 'node:child_process';

/** Returns a function that stops them; they also stop with this process. */
export function startBusyLoops(count: number): () => void {
  const code = `process.stdin.resume().on('close', () => process.exit());
    const work = () => { const until = Date.now() + 200; while (Date.now() < until); setImmediate(work); };
    work();`;
  const loops = Array.from({ length: count }, () =>
    spawn(process.execPath, ['-e', code], { stdio: ['pipe', 'ignore', 'ignore'] }),
  );
  return () => {
    for (const loop of loops) loop.kill();
  };
}
