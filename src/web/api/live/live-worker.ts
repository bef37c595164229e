// The worker that all tabs of a browser share while they are signed in with one account, whose e-mail is its name. Each
// tab has a port to it: `{ since }` starts listening, anything else stops it.
import { createFeed } from './feed.ts';

const feed = createFeed(self.name);

const connect = ({ ports: [port] }: MessageEvent): void => {
  if (port === undefined) return;
  let stop = (): void => {};
  port.addEventListener('message', ({ data }: MessageEvent<{ since?: string }>) => {
    stop();
    stop = data.since === undefined ? () => {} : feed.listen((message) => port.postMessage(message), data.since);
  });
  // Only some browsers fire this: it tells of a tab that crashed, which cannot say so itself.
  port.addEventListener('close', () => stop());
  port.start();
};
// TypeScript's types are those of a page.
self.addEventListener('connect', (event) => connect(event as MessageEvent));
