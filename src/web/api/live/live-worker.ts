// The worker that all tabs of a browser share while they are signed in with one account, whose e-mail is its name. Each tab
// has a port to it: `{ since }` listens, anything else stops.
import { createFeed } from './feed.ts';

const feed = createFeed(self.name);

const connect = ({ ports: [port] }: MessageEvent): void => {
  if (port === undefined) return;
  let stop = (): void => {};
  port.addEventListener('message', ({ data }: MessageEvent<{ since?: string }>) => {
    stop();
    stop = data.since === undefined ? () => {} : feed.listen((message) => port.postMessage(message), data.since);
  });
  // Where browsers say so: a tab that crashed cannot.
  port.addEventListener('close', () => stop());
  port.start();
};
// TypeScript's types are those of pages.
self.addEventListener('connect', (event) => connect(event as MessageEvent));
