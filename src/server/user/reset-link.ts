import { newLinkToken } from '@/server/auth/link-token';
import type { Transaction } from '@/server/db';
import type { UserRow } from './repository/account';
import { saveAccountToken } from './repository/token';

const LINK_LIFETIME_MS = 60 * 60_000;

export interface ResetLink {
  readonly at: Date;
  readonly publicUrl: string;
  /** Whether it goes to the person's address by mail, and nobody else sees it. */
  readonly mailed: boolean;
}

/** A new link under which a person chooses a new password; the one before is void. */
export async function makeResetLink(
  tx: Transaction,
  user: Pick<UserRow, 'id' | 'email'>,
  { at, publicUrl, mailed }: ResetLink,
): Promise<string> {
  const token = newLinkToken();
  await saveAccountToken(tx, {
    userId: user.id,
    kind: 'reset',
    tokenHash: token.sha256,
    email: user.email,
    mailed,
    createdAt: at,
    expiresAt: new Date(at.getTime() + LINK_LIFETIME_MS),
  });
  return `${publicUrl}/reset-password/${token.text}`;
}
