// A software device with a passkey, which answers a browser's requests (WebAuthn levels 2 and 3, sections 6 and 7).
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

type Options = Record<string, unknown>;

export interface AuthenticatorOptions {
  /** origin of the requesting page */
  origin: string;
  /** whether it checks its owner's fingerprint, face or PIN */
  verifiesOwner?: boolean;
}

const sha256 = (data: Buffer | string): Buffer => createHash('sha256').update(data).digest();

/** The head of a CBOR item (RFC 8949): its type, and its length or value. */
function head(type: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(type << 5) | value]);
  return value < 256
    ? Buffer.from([(type << 5) | 24, value])
    : Buffer.from([(type << 5) | 25, value >> 8, value & 255]);
}

type Cbor = number | string | Buffer | Map<number | string, Cbor>;

function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const entries = [...value].flatMap(([name, of]) => [cbor(name), cbor(of)]);
  return Buffer.concat([head(5, value.size), ...entries]);
}

interface Answer {
  id: string;
  [field: string]: unknown;
}

export interface Authenticator {
  readonly id: string;
  /** Answers the options of `account.startPasskey`. */
  make(options: Options): Answer;
  /** Answers the options of `auth.startPasskey`. */
  use(options: Options): Answer;
}

export function createAuthenticator({ origin, verifiesOwner = true }: AuthenticatorOptions): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(16);
  let uses = 0;

  const clientData = (type: string, { challenge }: Options): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const authenticatorData = (flags: number, credential = Buffer.alloc(0)): Buffer => {
    uses += 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(uses);
    const owner = verifiesOwner ? 0x04 : 0;
    return Buffer.concat([sha256(new URL(origin).hostname), Buffer.from([flags | 0x01 | owner]), count, credential]);
  };
  const answer = (response: Record<string, unknown>): Answer => ({
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
    response,
  });

  return {
    id: id.toString('base64url'),
    make(options) {
      const key = cbor(
        new Map<number, Cbor>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x, 'base64url')],
          [-3, Buffer.from(y, 'base64url')],
        ]),
      );
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key]);
      const attestation = new Map<string, Cbor>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authenticatorData(0x40, credential)],
      ]);
      return answer({
        clientDataJSON: clientData('webauthn.create', options).toString('base64url'),
        attestationObject: cbor(attestation).toString('base64url'),
        transports: ['internal'],
      });
    },
    use(options) {
      const data = authenticatorData(0);
      const client = clientData('webauthn.get', options);
      return answer({
        authenticatorData: data.toString('base64url'),
        clientDataJSON: client.toString('base64url'),
        signature: sign('sha256', Buffer.concat([data, sha256(client)]), privateKey).toString('base64url'),
      });
    },
  };
}
