import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import { scannerHosts } from '@/domain/scanner-setup/addresses';
import { errorCode, type PemPair, ScannerTlsError } from './contracts';

const certVariable = 'SCANNER_TLS_CERT';
const keyVariable = 'SCANNER_TLS_KEY';

/** Paths of the operator's own certificate chain (server certificate first) and its private key, both PEM. */
export interface OwnCertificateFiles {
  readonly certFile: string;
  readonly keyFile: string;
}

export interface OwnCertificate {
  readonly pair: PemPair;
  /** Faults that will keep scanners away although TLS itself can start. */
  readonly warnings: readonly string[];
}

/** The two settings as one; null when neither is given. Throws ScannerTlsError when only one is. */
export function ownCertificateFiles(
  certFile: string | undefined,
  keyFile: string | undefined,
): OwnCertificateFiles | null {
  if (!certFile && !keyFile) return null;
  if (!certFile) throw new ScannerTlsError(`${keyVariable} is set, but ${certVariable} is not`);
  if (!keyFile) throw new ScannerTlsError(`${certVariable} is set, but ${keyVariable} is not`);
  return { certFile, keyFile };
}

/** Reads and checks the operator's files. Throws ScannerTlsError when they cannot be served at all. */
export async function readOwnCertificate(
  files: OwnCertificateFiles,
  now: Date,
): Promise<OwnCertificate> {
  const certPem = await readSetting(certVariable, files.certFile);
  const keyPem = await readSetting(keyVariable, files.keyFile);
  const certificate = parseCertificate(certPem, files.certFile);
  const key = parseKey(keyPem, files.keyFile);
  if (!certificate.checkPrivateKey(key)) {
    throw new ScannerTlsError(
      `${keyVariable}: ${files.keyFile} is not the key of the first certificate in ${files.certFile} ` +
        `(the server's own certificate comes first, then its issuers)`,
    );
  }
  const pair = { certPem, keyPem };
  checkServable(pair, files);
  return { pair, warnings: warningsOf(certificate, now) };
}

async function readSetting(variable: string, file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new ScannerTlsError(`${variable}: cannot read ${file} (${errorCode(error)})`, {
      cause: error,
    });
  }
}

function parseCertificate(pem: string, file: string): X509Certificate {
  // Node would take DER here and then fail to serve it, so PEM is asked for by name.
  if (!pem.includes('-----BEGIN CERTIFICATE-----')) {
    throw new ScannerTlsError(`${certVariable}: ${file} holds no PEM certificate`);
  }
  try {
    return new X509Certificate(pem);
  } catch (error) {
    throw new ScannerTlsError(`${certVariable}: ${file} holds a damaged certificate`, {
      cause: error,
    });
  }
}

function parseKey(pem: string, file: string): KeyObject {
  if (/-----BEGIN ENCRYPTED PRIVATE KEY-----|^Proc-Type: 4,ENCRYPTED/m.test(pem)) {
    throw new ScannerTlsError(
      `${keyVariable}: ${file} is encrypted; give the key without a password`,
    );
  }
  if (!/-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----/.test(pem)) {
    throw new ScannerTlsError(`${keyVariable}: ${file} holds no PEM private key`);
  }
  try {
    return createPrivateKey(pem);
  } catch (error) {
    throw new ScannerTlsError(`${keyVariable}: ${file} holds a damaged private key`, {
      cause: error,
    });
  }
}

/** Refuses the faults that are left: damaged issuers further down the file, keys too short for TLS. */
function checkServable({ certPem, keyPem }: PemPair, files: OwnCertificateFiles): void {
  try {
    createSecureContext({ cert: certPem, key: keyPem });
  } catch (error) {
    throw new ScannerTlsError(
      `${certVariable}: ${files.certFile} cannot be served with its key (${errorCode(error)})`,
      { cause: error },
    );
  }
}

function warningsOf(certificate: X509Certificate, now: Date): string[] {
  const warnings: string[] = [];
  if (certificate.validToDate <= now) {
    warnings.push(`The certificate expired on ${certificate.validToDate.toISOString()}`);
  }
  if (certificate.validFromDate > now) {
    warnings.push(`The certificate is not valid before ${certificate.validFromDate.toISOString()}`);
  }
  // Go, which scanners are written in, looks at alternative names only.
  const missing = scannerHosts.filter((host) => !certificate.checkHost(host, { subject: 'never' }));
  if (missing.length > 0) {
    warnings.push(`The certificate does not name ${missing.join(' and ')} as alternative names`);
  }
  return warnings;
}
