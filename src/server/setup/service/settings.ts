import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Transaction } from '@/server/platform/db/db';
import { findSetting, removeSetting, saveSetting } from '@/server/platform/db/settings';

const SETTING = 'setup_token';
const settingSchema = z.object({ sha256: z.string() });

const digestOf = (token: string) => createHash('sha256').update(token).digest();

/** Makes a new set-up token, which voids the one before. Only its SHA-256 is kept. */
export async function replaceSetupToken(tx: Transaction, at: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await saveSetting(tx, SETTING, { sha256: digestOf(token).toString('hex') }, at);
  return token;
}

/** Tells whether this is the newest set-up token, in a time that reveals nothing about it. */
export async function isSetupToken(db: Transaction, token: string): Promise<boolean> {
  const stored = settingSchema.safeParse(await findSetting(db, SETTING)).data;
  const expected = Buffer.from(stored?.sha256 ?? '', 'hex');
  const shown = digestOf(token);
  return expected.length === shown.length && timingSafeEqual(expected, shown);
}

export async function voidSetupToken(tx: Transaction): Promise<void> {
  await removeSetting(tx, SETTING);
}
