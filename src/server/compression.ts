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

export async function registerCompression(app: FastifyInstance): Promise<void> {
  // Runs before the hook of the plugin, which leaves alone what has an encoding already.
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || payload.length < FROM_BYTES || payload.length > AT_ONCE_UP_TO) return payload;
    if (!isText(reply) || reply.hasHeader('content-encoding')) return payload;
    const accepted = request.headers['accept-encoding'];
    if (accepts(accepted, 'br')) return encoded(reply, 'br', brotliCompressSync(payload, BROTLI));
    if (accepts(accepted, 'gzip')) return encoded(reply, 'gzip', gzipSync(payload));
    return payload;
  });
  await app.register(compress, { threshold: FROM_BYTES, encodings: ['br', 'gzip'] });
}

function encoded(reply: FastifyReply, encoding: 'br' | 'gzip', body: Buffer): Buffer {
  reply.removeHeader('content-length').header('content-encoding', encoding).header('vary', 'accept-encoding');
  return body;
}

const isText = (reply: FastifyReply): boolean =>
  /^(?:text\/|application\/json)/.test(String(reply.getHeader('content-type')));

/** Whether an Accept-Encoding header names this encoding with a weight above 0. */
function accepts(header: string | string[] | undefined, encoding: string): boolean {
  return String(header ?? '')
    .split(',')
    .some((part) => {
      const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
      return name === encoding && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter));
    });
}
