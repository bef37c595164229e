// Certificates for a server of the tests on this machine, made by openssl.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Certificate {
  key: string;
  cert: string;
}

/** `good`, `expired` and `elsewhere` (for another address) are of the authority, `selfSigned` is of nobody. */
export interface Certificates extends Record<'good' | 'expired' | 'elsewhere' | 'selfSigned', Certificate> {
  /** the authority's own certificate, for NODE_EXTRA_CA_CERTS */
  authority: string;
}

/** For `addresses`, in a folder that is the caller's to remove. */
export function makeCertificates(folder: string, addresses: readonly string[]): Certificates {
  const at = (name: string): string => join(folder, name);
  const openssl = (...args: string[]): void => void execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' });
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const selfSigned = (name: string, ...more: string[]): void =>
    openssl(
      'req',
      '-x509',
      ...newKey,
      '-keyout',
      `${name}.key`,
      '-out',
      `${name}.pem`,
      '-subj',
      `/CN=${name}`,
      ...more,
    );
  const signed = (name: string, days: string, alternatives: string): void => {
    writeFileSync(at(`${name}.ext`), `subjectAltName=${alternatives}`);
    openssl('req', ...newKey, '-keyout', `${name}.key`, '-out', `${name}.csr`, '-subj', `/CN=${name}`);
    const by = ['-CA', 'authority.pem', '-CAkey', 'authority.key', '-set_serial', '1'];
    openssl(
      'x509',
      '-req',
      '-in',
      `${name}.csr`,
      ...by,
      '-days',
      days,
      '-out',
      `${name}.pem`,
      '-extfile',
      `${name}.ext`,
    );
  };
  const read = (name: string): Certificate => ({
    key: readFileSync(at(`${name}.key`), 'utf8'),
    cert: readFileSync(at(`${name}.pem`), 'utf8'),
  });
  const here = addresses.map((address) => `IP:${address}`).join(',');
  selfSigned('authority');
  selfSigned('self-signed', '-addext', `subjectAltName=${here}`);
  signed('good', '2', here);
  signed('expired', '-1', here);
  signed('elsewhere', '2', 'DNS:mail.elsewhere.test');
  return {
    authority: at('authority.pem'),
    good: read('good'),
    expired: read('expired'),
    elsewhere: read('elsewhere'),
    selfSigned: read('self-signed'),
  };
}
