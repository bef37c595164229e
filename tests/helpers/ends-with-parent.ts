// Preloaded into a server: it ends with the process that started it, however that ends, because then its input does.
import { Socket } from 'node:net';

process.stdin.on('close', () => process.kill(process.pid, 'SIGKILL')).resume();
// The server may end before that process does.
if (process.stdin instanceof Socket) process.stdin.unref();
