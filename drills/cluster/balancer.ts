// HAProxy in front of the servers: asks each whether it is healthy, and sends requests to those that are.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePorts, type Program, run } from './programs.ts';

export async function startBalancer(
  program: string,
  home: string,
  ports: readonly number[],
): Promise<{ url: string; stop: Program['kill'] }> {
  const [port = 0] = await freePorts(1);
  const settings = join(home, 'haproxy.cfg');
  writeFileSync(
    settings,
    `defaults
  mode http
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  option redispatch
  retries 2
frontend all
  bind 127.0.0.1:${port}
  default_backend servers
backend servers
  option httpchk GET /healthz
  default-server check inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${ports.map((server, index) => `  server s${index} 127.0.0.1:${server}`).join('\n')}
`,
  );
  const { kill } = run(program, ['-f', settings, '-db'], { log: join(home, 'haproxy.log') });
  return { url: `http://127.0.0.1:${port}`, stop: kill };
}
