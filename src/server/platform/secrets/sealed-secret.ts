import { hkdf } from 'node:crypto';
import { promisify } from 'node:util';
import { compactDecrypt, CompactEncrypt, errors } from 'jose';
import { DomainError } from '@/domain/errors';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Deps } from '@/server/platform/deps';
import { Secret } from './secret';

type SealDeps = { readonly env: Pick<Deps['env'], 'authSecret'> };

/** Where a sealed secret is stored. Anywhere else it does not open. */
export interface SecretPlace {
  readonly organizationId: OrganizationId;
  /** Table and column, as `channel.signing_secret`. */
  readonly column: `${string}.${string}`;
  /** The row's id; the organization's where it has one row at most. */
  readonly rowId: string;
}

/** JWE with the key as it is (RFC 7518, 4.5), which lends itself to one content alone: that place's. */
const ALGORITHM = 'dir';
const ENCRYPTION = 'A256GCM';
const KEY_BYTES = 32;
const derive = promisify(hkdf);

/**
 * What was sealed does not open: `AUTH_SECRET` has changed since, or it was copied from another place. Nothing brings
 * it back but to enter it again. A 409 where nobody catches it.
 */
export class UnreadableSecret extends DomainError {
  readonly isUnreadableSecret = true;

  constructor(cause: unknown) {
    super('conflict', 'The stored secret cannot be read any more: enter it again', { cause });
  }
}

/** Whether a caught value is an {@link UnreadableSecret}, of whichever of the bundles that share the process. */
export function isUnreadableSecret(error: unknown): error is UnreadableSecret {
  return error instanceof Error && 'isUnreadableSecret' in error;
}

/**
 * Seals a secret that the server has to use later, for the one place where it is stored. Sealing twice gives two
 * texts. The text is about a third longer than the secret's UTF-8, and 81 characters more.
 */
export async function sealSecret(
  deps: SealDeps,
  place: SecretPlace,
  secret: Secret,
): Promise<string> {
  return new CompactEncrypt(new TextEncoder().encode(secret.reveal()))
    .setProtectedHeader({ alg: ALGORITHM, enc: ENCRYPTION })
    .encrypt(await keyOf(deps, place));
}

/**
 * Opens what `sealSecret` made for this place.
 * @throws UnreadableSecret when it was sealed under another `AUTH_SECRET`, for another place, or was changed since
 */
export async function openSecret(
  deps: SealDeps,
  place: SecretPlace,
  sealed: string,
): Promise<Secret> {
  try {
    const { plaintext } = await compactDecrypt(sealed, await keyOf(deps, place), {
      keyManagementAlgorithms: [ALGORITHM],
      contentEncryptionAlgorithms: [ENCRYPTION],
    });
    return new Secret(new TextDecoder().decode(plaintext));
  } catch (error) {
    if (error instanceof errors.JOSEError) throw new UnreadableSecret(error);
    throw error;
  }
}

/** Derives a key (RFC 5869) that is of use for one place alone, so what lies there is bound to it. */
async function keyOf({ env }: SealDeps, place: SecretPlace): Promise<Uint8Array> {
  const { organizationId, column, rowId } = place;
  const info = JSON.stringify(['eventide sealed secret', column, rowId]);
  return new Uint8Array(await derive('sha256', env.authSecret, organizationId, info, KEY_BYTES));
}
