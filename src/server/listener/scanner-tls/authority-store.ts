import { createPrivateKey, randomUUID, X509Certificate } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { syncFolder } from '@/server/platform/written-aside';
import { type Authority, createAuthority, readAuthority } from './certificates';
import {
  type Clock,
  errorCode,
  type PemPair,
  ScannerTlsError,
  type ScannerTlsLogger,
} from './contracts';

const folderName = 'scanner-ca';
const certFileName = 'ca.pem';
const keyFileName = 'ca-key.pem';
const dayMs = 86_400_000;
/** Handing a new authority to every scanner takes a while: say early that this will be needed. */
const expiryNoticeMs = 180 * dayMs;

export interface StoredAuthority {
  readonly authority: Authority;
  readonly certPem: string;
}

/**
 * The installation's authority, from `<dataDir>/scanner-ca/`, made at the first start. Several processes
 * may start at once on one directory: all of them get the same one.
 * Throws ScannerTlsError when what is stored cannot be used; it is never replaced silently, because every
 * scanner that trusts it would stop uploading.
 */
export async function openAuthority(options: {
  dataDir: string;
  clock: Clock;
  logger: ScannerTlsLogger;
}): Promise<StoredAuthority> {
  const { dataDir, clock, logger } = options;
  const folder = path.resolve(dataDir, folderName);
  const stored = (await readPair(folder)) ?? (await createPair(folder, clock.now(), logger));
  const authority = await parsePair(stored, folder);
  checkExpiry(authority.certificate.notAfter, folder, clock.now(), logger);
  return { authority, certPem: stored.certPem };
}

async function readPair(folder: string): Promise<PemPair | null> {
  const certPem = await readIfPresent(path.join(folder, certFileName));
  const keyPem = await readIfPresent(path.join(folder, keyFileName));
  if (certPem === null && keyPem === null) return null;
  if (certPem === null || keyPem === null) {
    const missing = certPem === null ? certFileName : keyFileName;
    throw new ScannerTlsError(
      `The scanner CA in ${folder} is incomplete: ${missing} is missing. Restore it from a backup, ` +
        `or remove the folder to make a new CA, which every scanner then has to be given.`,
    );
  }
  return { certPem, keyPem };
}

async function readIfPresent(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw new ScannerTlsError(`Cannot read the scanner CA's ${file}: ${errorCode(error)}`, {
      cause: error,
    });
  }
}

/**
 * Both files are written into a folder of their own, which is then renamed: the rename fails if the target
 * already has content, so of several processes exactly one wins and a half-written CA is never seen.
 */
async function createPair(folder: string, now: Date, logger: ScannerTlsLogger): Promise<PemPair> {
  const draft = `${folder}.${randomUUID()}.tmp`;
  const pair = await createAuthority(now);
  try {
    await mkdir(path.dirname(folder), { recursive: true });
    await mkdir(draft, { mode: 0o700 });
    await writeDurably(path.join(draft, certFileName), pair.certPem);
    await writeDurably(path.join(draft, keyFileName), pair.keyPem);
    await rename(draft, folder);
    await syncFolder(path.dirname(folder));
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    // Losing the race is told by different codes on different systems; the winner's files are the proof.
    const winners = await readPair(folder);
    if (winners) return winners;
    throw new ScannerTlsError(
      `Cannot store the scanner CA in ${folder}: ${errorCode(error)}. The folder has to be writable ` +
        `and must not hold other files.`,
      { cause: error },
    );
  }
  const { fingerprint256, validTo } = new X509Certificate(pair.certPem);
  logger.info({ folder, fingerprint256, validTo }, 'Made a certificate authority for scanners');
  return pair;
}

async function writeDurably(file: string, text: string): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function parsePair(pair: PemPair, folder: string): Promise<Authority> {
  try {
    const certificate = new X509Certificate(pair.certPem);
    if (!certificate.ca) throw new Error(`${certFileName} is not a CA certificate`);
    if (!certificate.checkPrivateKey(createPrivateKey(pair.keyPem))) {
      throw new Error(`${keyFileName} does not belong to ${certFileName}`);
    }
    return await readAuthority(pair);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ScannerTlsError(
      `The scanner CA in ${folder} cannot be used: ${reason}. Restore it from a backup, or remove ` +
        `the folder to make a new CA, which every scanner then has to be given.`,
      { cause: error },
    );
  }
}

function checkExpiry(notAfter: Date, folder: string, now: Date, logger: ScannerTlsLogger): void {
  const remainingMs = notAfter.getTime() - now.getTime();
  const remedy = 'Remove the folder to make a new CA, and give that to every scanner.';
  if (remainingMs <= 0) {
    throw new ScannerTlsError(
      `The scanner CA in ${folder} expired on ${notAfter.toISOString()}. ${remedy}`,
    );
  }
  if (remainingMs < expiryNoticeMs) {
    logger.warn(
      { folder, notAfter },
      `The certificate authority for scanners ends soon. ${remedy}`,
    );
  }
}
