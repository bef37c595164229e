// Stored passwords: scrypt hashes in PHC format, which name their algorithm, cost and salt, so that the cost can
// be raised and older hashes still verify (docs/decisions/0007-sessions.md).
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { hashQueue, type Share } from './hash-queue.ts';

interface Cost {
  /** log2 of N */
  ln: number;
  r: number;
  p: number;
}

/** One of OWASP's equivalent minimums for scrypt, chosen because its 32 MB fit this server's memory. */
const COST: Cost = { ln: 15, r: 8, p: 3 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;

const PHC = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

export interface Passwords {
  /** The hash to store. `shares`: see hash-queue.ts. */
  hash(password: string, shares?: readonly Share[]): Promise<string>;
  verify(of: { hash: string; password: string }, shares?: readonly Share[]): Promise<boolean>;
  /** Whether a hash was made at a different cost than new ones. */
  isOutdated(hash: string): boolean;
  /** Matches no password, and takes as long to verify as any other. */
  readonly dummyHash: string;
}

/** Tests that sign in many people use a lower cost. */
export function createPasswords(cost: Cost = COST): Passwords {
  const parameters = `$scrypt$ln=${cost.ln},r=${cost.r},p=${cost.p}$`;
  return {
    async hash(password, shares = []) {
      const salt = randomBytes(SALT_BYTES);
      const hash = await hashQueue(shares, () => derive(password, salt, cost, HASH_BYTES));
      return `${parameters}${base64(salt)}$${base64(hash)}`;
    },
    async verify({ hash, password }, shares = []) {
      const [, ln, r, p, salt = '', expected = ''] = PHC.exec(hash) ?? [];
      if (ln === undefined) throw new Error('A password hash is not in PHC format.');
      const wanted = Buffer.from(expected, 'base64');
      const storedCost = { ln: Number(ln), r: Number(r), p: Number(p) };
      const found = await hashQueue(shares, () =>
        derive(password, Buffer.from(salt, 'base64'), storedCost, wanted.length),
      );
      return timingSafeEqual(found, wanted);
    },
    isOutdated: (hash) => !hash.startsWith(parameters),
    dummyHash: `${parameters}${'A'.repeat(22)}$${'A'.repeat(43)}`,
  };
}

/** The same password may be composed differently by another keyboard, so NFKC unifies it. */
function derive(password: string, salt: Buffer, { ln, r, p }: Cost, length: number): Promise<Buffer> {
  const options = { N: 2 ** ln, r, p, maxmem: 256 * 2 ** ln * r };
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, length, options, (error, hash) =>
      error === null ? resolve(hash) : reject(error),
    );
  });
}

/** PHC omits the padding. */
const base64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');
