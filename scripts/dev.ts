// Development: the server restarts and the page reloads when a file changes. The page is on PORT (3000), and what it
// asks of the server goes to the next port.
import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const pagePort = Number(process.env['PORT'] ?? '3000');
const serverPort = pagePort + 1;

function start(args: string[], env: Record<string, string>): ChildProcess {
  return spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
}

const children = [
  start(['--watch', '--watch-preserve-output', 'src/server/main.ts'], { PORT: String(serverPort) }),
  start([join(root, 'node_modules/vite/bin/vite.js'), '--port', String(pagePort)], {
    DEV_SERVER_URL: `http://127.0.0.1:${serverPort}`,
  }),
];

// One without the other is of no use; Ctrl-C reaches both by itself, a signal sent to this process alone does not.
function stopAll(): void {
  for (const child of children) child.kill('SIGTERM');
}
for (const child of children) child.on('exit', stopAll);
process.on('SIGINT', stopAll);
process.on('SIGTERM', stopAll);
