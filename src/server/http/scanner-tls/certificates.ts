import 'reflect-metadata';
import { KeyObject } from 'node:crypto';
import * as x509 from '@peculiar/x509';
import { scannerHosts } from '@/domain/scanner-setup/scanner-hosts';
import type { PemPair } from './contracts';
import { nameConstraints } from './name-constraints';

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
 * A new authority, valid for ten years. Users are asked to trust it beside the public ones, so it is made
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
