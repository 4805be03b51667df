import { hkdf } from 'node:crypto';
import { promisify } from 'node:util';
import { compactDecrypt, CompactEncrypt } from 'jose';
import { BackupError } from '@/domain/backup/fault';

const derive = promisify(hkdf);
const ALGORITHM = 'dir';
const ENCRYPTION = 'A256GCM';
const KEY_BYTES = 32;
const FINGERPRINT_BYTES = 16;

/** Tells two values of `AUTH_SECRET` apart. It lends itself to nothing else. */
export async function fingerprintOf(authSecret: string): Promise<string> {
  return (await keyOf(authSecret, 'fingerprint', FINGERPRINT_BYTES)).toString('hex');
}

/** Seals a file of the data folder, for the place that it has there. */
export async function sealFile(authSecret: string, name: string, text: string): Promise<Buffer> {
  const sealed = await new CompactEncrypt(new TextEncoder().encode(text))
    .setProtectedHeader({ alg: ALGORITHM, enc: ENCRYPTION })
    .encrypt(await keyOf(authSecret, name, KEY_BYTES));
  return Buffer.from(sealed);
}

/**
 * Opens what {@link sealFile} made for this place.
 * @throws BackupError under another secret
 */
export async function openFile(authSecret: string, name: string, sealed: Buffer): Promise<string> {
  const key = await keyOf(authSecret, name, KEY_BYTES);
  const limits = {
    keyManagementAlgorithms: [ALGORITHM],
    contentEncryptionAlgorithms: [ENCRYPTION],
  };
  const opened = await compactDecrypt(sealed.toString('utf8'), key, limits).catch(
    (cause: unknown) => {
      throw new BackupError(`${name} in the backup was sealed under another AUTH_SECRET.`, {
        cause,
      });
    },
  );
  return new TextDecoder().decode(opened.plaintext);
}

async function keyOf(authSecret: string, purpose: string, bytes: number): Promise<Buffer> {
  const info = JSON.stringify(['eventide backup', purpose]);
  return Buffer.from(await derive('sha256', authSecret, '', info, bytes));
}
