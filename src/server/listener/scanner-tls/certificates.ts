import 'reflect-metadata';
import { KeyObject } from 'node:crypto';
import * as x509 from '@peculiar/x509';
import { scannerHosts } from '@/domain/scanner-setup/addresses';
import type { PemPair } from './contracts';

const keyAlgorithm = { name: 'ECDSA', namedCurve: 'P-256' };
const signingAlgorithm = { name: 'ECDSA', hash: 'SHA-256' };
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Certificates start a little in the past, so that a scanner whose clock is behind accepts a fresh one. */
const authorityBackdateMs = dayMs;
const leafBackdateMs = hourMs;
const authorityLifetimeMs = 3_653 * dayMs;
/** Far below the 397 days that verifiers accept; it lives in memory and is replaced while the process runs. */
const leafLifetimeMs = 90 * dayMs;

/** A certificate authority that is ready to sign. */
export interface Authority {
  readonly certificate: x509.X509Certificate;
  readonly signingKey: CryptoKey;
}

/**
 * Makes a new authority, valid for ten years. Users are asked to trust it as well as the public ones, so it is made
 * unable to vouch for anything but the scanner's two hosts: name constraints, server authentication only,
 * no authorities below it.
 */
export async function createAuthority(now: Date): Promise<PemPair> {
  const keys = await newKeys();
  const mark = randomHex(4);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: newSerialNumber(),
    // The mark tells two installations' authorities apart in a list of trusted certificates.
    name: `CN=Eventide scanner CA ${mark}, O=Eventide`,
    notBefore: new Date(now.getTime() - authorityBackdateMs),
    notAfter: new Date(now.getTime() + authorityLifetimeMs),
    keys,
    signingAlgorithm,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(
        x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign,
        true,
      ),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      nameConstraints(scannerHosts),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      await x509.AuthorityKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return toPem(certificate, keys.privateKey);
}

/** A server certificate for the scanner's hosts with a key of its own. It never outlives its authority. */
export async function issueLeaf(authority: Authority, now: Date): Promise<PemPair> {
  const keys = await newKeys();
  const notAfterMs = Math.min(
    now.getTime() + leafLifetimeMs,
    authority.certificate.notAfter.getTime(),
  );
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: newSerialNumber(),
    subject: `CN=${scannerHosts[0]}`,
    issuer: authority.certificate.subjectName,
    notBefore: new Date(now.getTime() - leafBackdateMs),
    notAfter: new Date(notAfterMs),
    publicKey: keys.publicKey,
    signingKey: authority.signingKey,
    signingAlgorithm,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension(
        scannerHosts.map((host) => ({ type: 'dns' as const, value: host })),
      ),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      await x509.AuthorityKeyIdentifierExtension.create(authority.certificate.publicKey),
    ],
  });
  return toPem(certificate, keys.privateKey);
}

/** Key and certificate as they are used for signing. Throws what the parsers throw. */
export async function readAuthority(pair: PemPair): Promise<Authority> {
  const pkcs8 = x509.PemConverter.decodeFirst(pair.keyPem);
  return {
    certificate: new x509.X509Certificate(pair.certPem),
    signingKey: await crypto.subtle.importKey('pkcs8', pkcs8, keyAlgorithm, false, ['sign']),
  };
}

function newKeys(): Promise<CryptoKeyPair> {
  return crypto.subtle.generateKey(keyAlgorithm, true, ['sign', 'verify']);
}

function toPem(certificate: x509.X509Certificate, privateKey: CryptoKey): PemPair {
  const keyPem = KeyObject.from(privateKey).export({ type: 'pkcs8', format: 'pem' });
  return { certPem: `${certificate.toString('pem')}\n`, keyPem: keyPem.toString() };
}

/**
 * 127 random bits, as RFC 5280 wants them: positive and at most 20 octets. The first octet is kept within
 * 0x40 to 0x7f, so that the DER integer needs neither a sign octet nor loses a leading zero.
 */
function newSerialNumber(): string {
  const octets = crypto.getRandomValues(new Uint8Array(16));
  octets[0] = ((octets[0] ?? 0) & 0x3f) | 0x40;
  return Buffer.from(octets).toString('hex');
}

function randomHex(octetCount: number): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(octetCount))).toString('hex');
}

const nameConstraintsOid = '2.5.29.30';
const sequenceTag = 0x30;
const permittedSubtreesTag = 0xa0;
const excludedSubtreesTag = 0xa1;

/**
 * A critical name constraints extension (RFC 5280, 4.2.1.10): the given DNS names and nothing else. A kind of
 * name that is not mentioned would stay unrestricted, so IP addresses, the other kind a TLS client looks
 * at, are excluded in full. The library encodes the names; it has no class for the extension itself.
 */
export function nameConstraints(dnsNames: readonly string[]): x509.Extension {
  const permitted = dnsNames.map((name) => subtree('dns', name));
  const excluded = [subtree('ip', '0.0.0.0/0'), subtree('ip', '::/0')];
  const value = der(sequenceTag, [
    der(permittedSubtreesTag, permitted),
    der(excludedSubtreesTag, excluded),
  ]);
  return new x509.Extension(nameConstraintsOid, true, value);
}

/** GeneralSubtree with its default minimum, which DER leaves out. */
function subtree(type: 'dns' | 'ip', value: string): Uint8Array<ArrayBuffer> {
  return der(sequenceTag, [new Uint8Array(new x509.GeneralName(type, value).rawData)]);
}

function der(tag: number, contents: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const length = contents.reduce((sum, part) => sum + part.length, 0);
  // From 128 octets on DER writes the length in several octets. Two host names stay far below that.
  if (length > 127) throw new RangeError(`A DER value of ${length} octets needs the long form`);
  return Uint8Array.from([tag, length, ...contents.flatMap((part) => [...part])]);
}
