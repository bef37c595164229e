// Development: restarts the server and reloads the page when a file changes. Vite serves the page on PORT (3000) and
// proxies the API to the server on PORT + 1.
import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { endInOrder } from '../src/server/base/ending.ts';

const root = join(import.meta.dirname, '..');
const pagePort = Number(process.env['PORT'] ?? '3000');
const serverPort = pagePort + 1;

function start(args: string[], env: Record<string, string>): ChildProcess {
  return spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
}

const children = [
  start(['--watch', '--watch-preserve-output', 'src/server/app/main.ts'], { PORT: String(serverPort) }),
  start([join(root, 'node_modules/vite/bin/vite.js'), '--port', String(pagePort)], {
    DEV_SERVER_URL: `http://127.0.0.1:${serverPort}`,
  }),
];

// Neither is useful alone. Ctrl-C signals both directly; a signal sent to this process alone does not.
function stopAll(): void {
  for (const child of children) child.kill('SIGTERM');
}
for (const child of children) child.on('exit', stopAll);
endInOrder(stopAll);
