// Certificates for test servers on this machine. A dependency of @peculiar/x509 needs this import first.
import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BasicConstraintsExtension, SubjectAlternativeNameExtension, X509CertificateGenerator } from '@peculiar/x509';

export interface Certificate {
  key: string;
  cert: string;
}

/** The authority signed `good`, `expired` and `elsewhere` (for another address); `selfSigned` is self-signed. */
export interface Certificates extends Record<'good' | 'expired' | 'elsewhere' | 'selfSigned', Certificate> {
  /** the path of the authority's own certificate, for NODE_EXTRA_CA_CERTS */
  authority: string;
}

const DAY_MS = 86_400_000;
const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

type Keys = Parameters<typeof X509CertificateGenerator.createSelfSigned>[0]['keys'];

/** The library's key type has fewer usages than Node's. */
const newKeys = async (): Promise<Keys> =>
  (await webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify'])) as Keys;

/** Makes certificates for an address, in a folder that the caller removes. */
export async function makeCertificates(folder: string, address: string): Promise<Certificates> {
  const [ofAuthority, now] = [await newKeys(), Date.now()];
  const [begun, tomorrow, yesterday] = [now - 2 * DAY_MS, now + DAY_MS, now - DAY_MS].map((ms) => new Date(ms)) as [
    Date,
    Date,
    Date,
  ];
  const common = { notBefore: begun, signingAlgorithm: ALGORITHM };
  const authority = await X509CertificateGenerator.createSelfSigned({
    ...common,
    name: 'CN=authority',
    notAfter: tomorrow,
    keys: ofAuthority,
    extensions: [new BasicConstraintsExtension(true, undefined, true)],
  });
  const path = join(folder, 'authority.pem');
  writeFileSync(path, authority.toString('pem'));

  const here = { type: 'ip', value: address } as const;
  const certificate = async (
    name: string,
    by: 'authority' | 'itself',
    { notAfter = tomorrow, to = here }: { notAfter?: Date; to?: { type: 'ip' | 'dns'; value: string } } = {},
  ): Promise<Certificate> => {
    const { publicKey, privateKey } = await newKeys();
    const made = await X509CertificateGenerator.create({
      ...common,
      subject: `CN=${name}`,
      issuer: by === 'authority' ? 'CN=authority' : `CN=${name}`,
      notAfter,
      publicKey,
      signingKey: by === 'authority' ? ofAuthority.privateKey : privateKey,
      extensions: [new SubjectAlternativeNameExtension([to])],
    });
    const key = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', privateKey)).toString('base64');
    return {
      key: `-----BEGIN PRIVATE KEY-----\n${key.replaceAll(/.{64}/g, '$&\n')}\n-----END PRIVATE KEY-----\n`,
      cert: made.toString('pem'),
    };
  };
  return {
    authority: path,
    good: await certificate('good', 'authority'),
    expired: await certificate('expired', 'authority', { notAfter: yesterday }),
    elsewhere: await certificate('elsewhere', 'authority', { to: { type: 'dns', value: 'mail.elsewhere.test' } }),
    selfSigned: await certificate('self-signed', 'itself'),
  };
}
