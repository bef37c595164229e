// A mail server on this machine that accepts messages and discards them, so that nothing the demonstration sends leaves
// it. Written by hand, because a clone that only runs the app has no package for it.
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

/** The answer to a message for an address; null: the connection ends without an answer once the text has arrived. */
export type Answer = `${2 | 4 | 5}${number} ${string}` | null;

export interface Postbox {
  /** values of SMTP_URL and MAIL_FROM that name it */
  environment: { SMTP_URL: string; MAIL_FROM: string };
  close(): Promise<void>;
}

const TAKEN = '250 2.0.0 Taken';

export async function openPostbox(answerTo: (address: string) => Answer): Promise<Postbox> {
  const lines = new Set<Socket>();
  const server = createServer((socket) => {
    lines.add(socket);
    socket.on('close', () => lines.delete(socket));
    socket.on('error', () => socket.destroy());
    const say = (reply: string): void => void socket.write(`${reply}\r\n`);
    let answer: Answer = TAKEN;
    let isText = false;
    say('220 postbox.test');
    createInterface({ input: socket }).on('line', (line) => {
      if (isText) {
        if (line !== '.') return;
        isText = false;
        if (answer === null) socket.end();
        else say(answer);
        return;
      }
      const [verb = ''] = line.toUpperCase().split(/[ :]/, 1);
      if (verb === 'RCPT') {
        answer = answerTo(/<([^>]*)>/.exec(line)?.[1] ?? '');
        say(answer === null ? TAKEN : answer);
      } else if (verb === 'DATA') {
        isText = true;
        say('354 Go ahead');
      } else if (verb === 'QUIT') {
        say('221 Bye');
        socket.end();
      } else say(['EHLO', 'HELO', 'MAIL', 'RSET', 'NOOP'].includes(verb) ? TAKEN : '502 5.5.1 Not here');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    environment: { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'fines@baadban.test' },
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const line of lines) line.destroy();
      await closed;
    },
  };
}
