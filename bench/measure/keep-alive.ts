// Repeats one GET over one connection with minimal overhead.
import { Agent, get } from 'node:http';

export interface KeepAliveGet {
  /** ms until the last byte; throws on any status but 200 */
  get(): Promise<number>;
  close(): void;
}

export function keepAliveGet(url: string, headers: Record<string, string>): KeepAliveGet {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return {
    get: () =>
      new Promise((resolve, reject) => {
        const started = performance.now();
        get(url, { agent, headers }, (message) => {
          message.on('error', reject);
          message.on('end', () => {
            if (message.statusCode === 200) resolve(performance.now() - started);
            else reject(new Error(`${url} was answered with ${message.statusCode}.`));
          });
          message.resume();
        }).on('error', reject);
      }),
    close: () => agent.destroy(),
  };
}
