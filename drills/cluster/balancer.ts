// HAProxy, in front of the servers, whose health it checks, and in front of PostgreSQL, where it asks Patroni which
// node is the primary.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pause } from '../support/drill.ts';
import { freePorts, type Program, run } from '../support/programs.ts';

export interface Balancer {
  /** of the servers */
  url: string;
  /** of the primary */
  primary: number;
  /** Waits until a server answers. */
  untilAnswers(): Promise<void>;
  stop: Program['kill'];
}

export async function startBalancer(
  program: string,
  home: string,
  { servers, nodes }: { servers: readonly number[]; nodes: readonly { postgres: string; rest: string }[] },
): Promise<Balancer> {
  const [port = 0, primary = 0] = await freePorts(2);
  const settings = join(home, 'haproxy.cfg');
  const listed = (lines: readonly string[]): string =>
    lines.map((line, index) => `  server s${index} ${line}`).join('\n');
  writeFileSync(
    settings,
    `defaults
  timeout connect 2s
  timeout check 2s
  option redispatch
  retries 2
listen servers
  bind 127.0.0.1:${port}
  mode http
  timeout client 60s
  timeout server 60s
  option httpchk GET /healthz
  default-server check inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${listed(servers.map((server) => `127.0.0.1:${server}`))}
listen primary
  bind 127.0.0.1:${primary}
  mode tcp
  timeout client 1h
  timeout server 1h
  option httpchk GET /primary
  default-server check inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${listed(nodes.map(({ postgres, rest }) => `${postgres} addr ${rest.replace(':', ' port ')}`))}
`,
  );
  const { kill } = run(program, ['-f', settings, '-db'], { log: join(home, 'haproxy.log') });
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    primary,
    stop: kill,
    async untilAnswers() {
      for (let attempt = 0; attempt < 100; attempt++) {
        if ((await fetch(`${url}/healthz`).catch(() => null))?.ok === true) return;
        await pause(100);
      }
      throw new Error('HAProxy reaches no server.');
    },
  };
}
