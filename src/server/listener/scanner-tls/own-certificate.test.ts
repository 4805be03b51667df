import { generateKeyPairSync } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '@/test/files';
import { createAuthority, issueLeaf, readAuthority } from './certificates';
import { type PemPair, ScannerTlsError } from './contracts';
import { ownCertificateFiles, readOwnCertificate } from './own-certificate';

const now = new Date('2026-11-21T12:00:00Z');
let authorityPair: PemPair;
let leaf: PemPair;

beforeAll(async () => {
  authorityPair = await createAuthority(now);
  leaf = await issueLeaf(await readAuthority(authorityPair), now);
});

async function read(certText: string, keyText: string, at = now) {
  const folder = await temporaryFolder();
  const files = { certFile: path.join(folder, 'tls.crt'), keyFile: path.join(folder, 'tls.key') };
  await writeFile(files.certFile, certText);
  await writeFile(files.keyFile, keyText);
  return readOwnCertificate(files, at);
}

describe('ownCertificateFiles', () => {
  it('wants both settings or none', () => {
    expect(ownCertificateFiles(undefined, '')).toBeNull();
    expect(ownCertificateFiles('a', 'b')).toEqual({ certFile: 'a', keyFile: 'b' });
    expect(() => ownCertificateFiles('a', undefined)).toThrow(
      'SCANNER_TLS_CERT is set, but SCANNER_TLS_KEY is not',
    );
    expect(() => ownCertificateFiles(undefined, 'b')).toThrow(
      'SCANNER_TLS_KEY is set, but SCANNER_TLS_CERT is not',
    );
  });
});

describe('readOwnCertificate', () => {
  it('takes a fitting pair without a word', async () => {
    const own = await read(leaf.certPem, leaf.keyPem);
    expect(own).toEqual({ pair: leaf, warnings: [] });
  });

  it('names the setting and the file it cannot read', async () => {
    const files = { certFile: '/nowhere/tls.crt', keyFile: '/nowhere/tls.key' };
    await expect(readOwnCertificate(files, now)).rejects.toThrow(
      new ScannerTlsError('SCANNER_TLS_CERT: cannot read /nowhere/tls.crt (ENOENT)'),
    );
  });

  it.each([
    ['is not PEM', () => ['\x30\x82\x01', leaf.keyPem], /tls\.crt holds no PEM certificate/],
    [
      'is damaged',
      () => [leaf.certPem.replace(/M[\s\S]{40}/, 'M'), leaf.keyPem],
      /tls\.crt holds a damaged certificate/,
    ],
    [
      'has a key that is not PEM',
      () => [leaf.certPem, 'secret'],
      /tls\.key holds no PEM private key/,
    ],
    [
      'has a damaged key',
      () => [leaf.certPem, leaf.keyPem.replace(/M.{20}/, 'M')],
      /tls\.key holds a damaged private key/,
    ],
    ['has an encrypted key', () => [leaf.certPem, encryptedKey()], /tls\.key is encrypted/],
    [
      'has the key of another certificate',
      () => [authorityPair.certPem + leaf.certPem, leaf.keyPem],
      /tls\.key is not the key of the first certificate in .*tls\.crt/,
    ],
    [
      'ends in a damaged issuer',
      () => [
        `${leaf.certPem}-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n`,
        leaf.keyPem,
      ],
      /tls\.crt cannot be served with its key/,
    ],
  ])('refuses a file that %s', async (_what, files, message) => {
    const [certText = '', keyText = ''] = files();
    await expect(read(certText, keyText)).rejects.toThrow(message);
    await expect(read(certText, keyText)).rejects.toBeInstanceOf(ScannerTlsError);
  });

  it('warns of a certificate that is over or not yet valid, and still serves it', async () => {
    const over = await read(leaf.certPem, leaf.keyPem, new Date('2027-11-21'));
    expect(over.warnings).toEqual(['The certificate expired on 2027-02-19T12:00:00.000Z']);
    const early = await read(leaf.certPem, leaf.keyPem, new Date('2026-01-01'));
    expect(early.warnings).toEqual([
      'The certificate is not valid before 2026-11-21T11:00:00.000Z',
    ]);
  });

  it('warns of host names that are missing', async () => {
    const own = await read(authorityPair.certPem, authorityPair.keyPem);
    expect(own.warnings).toEqual([
      'The certificate does not name api.xeol.io and engine.xeol.io as alternative names',
    ]);
  });
});

function encryptedKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return privateKey
    .export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'secret' })
    .toString();
}
