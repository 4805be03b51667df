import { X509Certificate } from 'node:crypto';
import { openAuthority, type StoredAuthority } from './authority-store';
import { issueLeaf } from './certificates';
import {
  type Clock,
  type PemPair,
  type ScannerCredentials,
  ScannerTlsError,
  type ScannerTlsLogger,
} from './contracts';
import {
  type OwnCertificateFiles,
  ownCertificateFiles,
  readOwnCertificate,
} from './own-certificate';

const dayMs = 86_400_000;
const renewBeforeEndMs = 30 * dayMs;

export interface ScannerCredentialsOptions {
  readonly dataDir: string;
  /** SCANNER_TLS_CERT and SCANNER_TLS_KEY: paths of PEM files, both or none. */
  readonly certFile?: string | undefined;
  readonly keyFile?: string | undefined;
  readonly clock: Clock;
  readonly logger: ScannerTlsLogger;
}

/**
 * Opens the certificate of the scanner's listener: the operator's own when one is configured, else one
 * from the installation's CA. Throws ScannerTlsError with a message for the operator.
 */
export async function openScannerCredentials(
  options: ScannerCredentialsOptions,
): Promise<ScannerCredentials> {
  const files = ownCertificateFiles(options.certFile, options.keyFile);
  return files ? openOwnCredentials(files, options) : openAuthorityCredentials(options);
}

/**
 * Makes a new leaf at each start, kept in memory alone: scanners trust the CA, so nothing is gained
 * by storing it, and its key never touches the disk.
 */
async function openAuthorityCredentials(
  options: ScannerCredentialsOptions,
): Promise<ScannerCredentials> {
  const { clock, logger } = options;
  const { authority, certPem }: StoredAuthority = await openAuthority(options);
  let leaf = await issueLeaf(authority, clock.now());
  return {
    current: () => withIssuer(leaf, certPem),
    scannerCaPem: () => certPem,
    ends: () => [
      { certificate: 'server', at: endOf(leaf) },
      { certificate: 'authority', at: authority.certificate.notAfter },
    ],
    async renewIfDue() {
      const validToDate = endOf(leaf);
      const due = validToDate.getTime() - clock.now().getTime() < renewBeforeEndMs;
      // A leaf that ends with its CA cannot be made to last longer.
      if (!due || validToDate >= authority.certificate.notAfter) return false;
      leaf = await issueLeaf(authority, clock.now());
      logger.info(
        { validTo: new X509Certificate(leaf.certPem).validTo },
        'Renewed the certificate scanners see',
      );
      return true;
    },
  };
}

/** Reads when the first certificate of a chain ends. */
const endOf = ({ certPem }: PemPair): Date => new X509Certificate(certPem).validToDate;

/** The issuer goes along, so that a person who looks at the connection sees which CA to install. */
function withIssuer(leaf: PemPair, issuerPem: string): PemPair {
  return { certPem: leaf.certPem + issuerPem, keyPem: leaf.keyPem };
}

/** Reads the files again at each check, so that an operator who renews them need not restart the service. */
async function openOwnCredentials(
  files: OwnCertificateFiles,
  { clock, logger }: ScannerCredentialsOptions,
): Promise<ScannerCredentials> {
  let known: readonly string[] = [];
  const read = async () => {
    const { pair, warnings } = await readOwnCertificate(files, clock.now());
    for (const warning of warnings.filter((text) => !known.includes(text))) {
      logger.warn({ certFile: files.certFile }, `${warning}: scanners will refuse to connect`);
    }
    known = warnings;
    return pair;
  };
  let pair = await read();
  return {
    current: () => pair,
    scannerCaPem: () => null,
    ends: () => [{ certificate: 'server', at: endOf(pair) }],
    async renewIfDue() {
      try {
        const fresh = await read();
        if (fresh.certPem === pair.certPem && fresh.keyPem === pair.keyPem) return false;
        pair = fresh;
      } catch (error) {
        if (!(error instanceof ScannerTlsError)) throw error;
        // Half-replaced files are normal while they are being renewed; the old pair serves on.
        logger.warn({ err: error }, 'Kept the previous scanner certificate');
        return false;
      }
      logger.info({ certFile: files.certFile }, 'Took up a new scanner certificate');
      return true;
    },
  };
}
