// Compresses answers: whole texts of ordinary size at once, the few larger ones and files as they are sent.
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import compress from '@fastify/compress';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** Below this, compressing takes longer than sending. */
const FROM_BYTES = 2048;
/**
 * Up to here compressing takes well below a millisecond, so no stream and no thread is worth it. More than that: a
 * stream keeps its whole request in memory until the next full collection of garbage, and the short collections between
 * copy them all. One answer in a hundred waited for that longer than it took to make.
 */
const AT_ONCE_UP_TO = 64 * 1024;
/** The quickest: a page of fines grows by a tenth against quality 4 and takes a third of the time. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };

type Encoding = 'br' | 'gzip';
type AcceptEncoding = string | string[] | undefined;

/** A text as it is sent; `encoding` null where it is sent as it is. */
export interface Encoded {
  readonly body: string | Buffer;
  readonly encoding: Encoding | null;
}

export async function registerCompression(app: FastifyInstance): Promise<void> {
  // Runs before the hook of the plugin, which leaves alone what has an encoding already.
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || payload.length > AT_ONCE_UP_TO) return payload;
    if (!isText(reply) || reply.hasHeader('content-encoding')) return payload;
    const { body, encoding } = encoded(request.headers['accept-encoding'], payload);
    if (encoding !== null) nameEncoding(reply, encoding);
    return body;
  });
  await app.register(compress, { threshold: FROM_BYTES, encodings: ['br', 'gzip'] });
}

/** Compresses a text at once, as whoever asked accepts it, unless it is short. */
export function encoded(accepted: AcceptEncoding, text: string): Encoded {
  const encoding = text.length < FROM_BYTES ? null : encodingFor(accepted);
  if (encoding === null) return { body: text, encoding };
  return { body: encoding === 'br' ? brotliCompressSync(text, BROTLI) : gzipSync(text), encoding };
}

/** Says in the answer's headers how its body is compressed. */
export function nameEncoding(reply: FastifyReply, encoding: Encoding): void {
  reply.removeHeader('content-length').header('content-encoding', encoding).header('vary', 'accept-encoding');
}

/** The one of our encodings that suits an Accept-Encoding header best. */
export function encodingFor(accepted: AcceptEncoding): Encoding | null {
  if (accepts(accepted, 'br')) return 'br';
  return accepts(accepted, 'gzip') ? 'gzip' : null;
}

const isText = (reply: FastifyReply): boolean =>
  /^(?:text\/|application\/json)/.test(String(reply.getHeader('content-type')));

/** Whether an Accept-Encoding header names this encoding with a weight above 0. */
function accepts(header: AcceptEncoding, encoding: string): boolean {
  return String(header ?? '')
    .split(',')
    .some((part) => {
      const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
      return name === encoding && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter));
    });
}
