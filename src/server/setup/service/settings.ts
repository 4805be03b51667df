import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Transaction } from '@/server/platform/db/db';
import { findSetting, removeSetting, saveSetting } from '@/server/platform/db/settings';

const SETTING = 'setup_token';
/**
 * How long a token holds although there was another start: pods start side by side, and whoever looks at a log may see the link of
 * one that was not the last. It gives nobody more than the newest does, which stands in the same logs.
 */
const EARLIER_MS = 60 * 60_000;
/** Of many starts within that time, the last ones. */
const EARLIER_KEPT = 10;

const tokenSchema = z.object({ sha256: z.string(), madeAt: z.iso.datetime() });
/** The newest, of which an earlier release knows the digest alone, and those before it. */
const settingSchema = z.object({
  sha256: z.string(),
  madeAt: z.iso.datetime().optional(),
  earlier: z.array(tokenSchema).optional(),
});
type Token = z.infer<typeof tokenSchema>;

const digestOf = (token: string) => createHash('sha256').update(token).digest();

/**
 * Makes a new set-up token, which holds until the next start and for the rest of an hour after it. Only its SHA-256 is kept.
 * Expects the lock of the installation.
 */
export async function addSetupToken(tx: Transaction, at: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const before = await findTokens(tx);
  const last = tokenSchema.safeParse(before.newest).data;
  const earlier = [...(last ? [last] : []), ...before.earlier]
    .filter((one) => isYoung(one, at))
    .slice(0, EARLIER_KEPT);
  const sha256 = digestOf(token).toString('hex');
  await saveSetting(tx, SETTING, { sha256, madeAt: at.toISOString(), earlier }, at);
  return token;
}

/** Tells whether this is a set-up token that holds, in a time that reveals nothing about any. */
export async function isSetupToken(db: Transaction, token: string, at: Date): Promise<boolean> {
  const { newest, earlier } = await findTokens(db);
  const holding = [...(newest ? [newest] : []), ...earlier.filter((one) => isYoung(one, at))];
  const shown = digestOf(token);
  const matches = holding.filter(({ sha256 }) => {
    const expected = Buffer.from(sha256, 'hex');
    return expected.length === shown.length && timingSafeEqual(expected, shown);
  });
  return matches.length > 0;
}

async function findTokens(db: Transaction) {
  const stored = settingSchema.safeParse(await findSetting(db, SETTING)).data;
  if (!stored) return { newest: null, earlier: [] };
  const { earlier = [], ...newest } = stored;
  return { newest, earlier };
}

/** The clock of the process that made it may be a little ahead of this one's. */
function isYoung({ madeAt }: Token, at: Date): boolean {
  return Math.abs(at.getTime() - new Date(madeAt).getTime()) < EARLIER_MS;
}

export async function voidSetupToken(tx: Transaction): Promise<void> {
  await removeSetting(tx, SETTING);
}
