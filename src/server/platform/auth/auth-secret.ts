import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigurationError } from '@/env';

const minLength = 32;

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

async function readSecret(path: string): Promise<string | undefined> {
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** The secret that a start would use as it is; undefined where it would make one. */
export async function findAuthSecret(env: {
  readonly authSecret: string | undefined;
  readonly dataDir: string;
}): Promise<string | undefined> {
  return env.authSecret ?? (await readSecret(join(env.dataDir, 'auth-secret')));
}

/**
 * Finds the secret that signs sessions: the configured one, else one generated once and kept in
 * `<dataDir>/auth-secret`, readable by its owner only. Throws `ConfigurationError` when that file was cut short.
 */
export async function resolveAuthSecret(env: {
  readonly authSecret: string | undefined;
  readonly dataDir: string;
}): Promise<string> {
  if (env.authSecret !== undefined) return env.authSecret;
  const path = join(env.dataDir, 'auth-secret');
  if ((await readSecret(path)) === undefined) {
    await mkdir(env.dataDir, { recursive: true });
    const draft = `${path}.${randomBytes(6).toString('hex')}`;
    await writeFile(draft, `${randomBytes(48).toString('base64url')}\n`, { mode: 0o600 });
    // A link appears whole or not at all, and never replaces what a second process wrote first.
    // Where the file system has no links, a rename is the next best.
    await link(draft, path).catch(async (error: unknown) => {
      if (!hasCode(error, 'EEXIST')) await rename(draft, path);
    });
    await rm(draft, { force: true });
  }
  const secret = await readSecret(path);
  if (secret === undefined || secret.length < minLength)
    throw new ConfigurationError(
      `${path}: wants at least ${minLength} characters. Delete the file to have a new one made (everybody has to sign in again), or set AUTH_SECRET.`,
    );
  return secret;
}
