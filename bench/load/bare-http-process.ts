// The floor of any HTTP server in Node: bare node:http that reads the request and always sends the same response.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BareHttpJob } from './protocol.ts';

let text = '';
process.stdin.on('data', (chunk: Buffer) => {
  const ready = text.includes('\n');
  text += chunk.toString();
  if (!ready && text.includes('\n')) serve(JSON.parse(text) as BareHttpJob);
});
process.stdin.on('end', () => process.exit(0));

function serve({ headers, body }: BareHttpJob): void {
  const bytes = Buffer.from(body, 'base64');
  const server = createServer((request, response) => {
    request.on('data', () => {});
    request.on('end', () => {
      response.writeHead(200, { ...headers, 'content-length': bytes.length });
      response.end(bytes);
    });
  });
  server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`));
}
