import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { TransferError } from '@/domain/transfer/fault';
import { transferName } from '@/domain/transfer/manifest';
import type { Deps } from '@/server/platform/deps';
import { findForExport, noteOwnExport } from '@/server/transfer/service/asked';
import { exportOrganization } from '@/server/transfer/service/export';
import { importOrganization } from '@/server/transfer/service/import';

export interface TransferDeps {
  readonly deps: Pick<Deps, 'db' | 'clock'>;
  /** Prints a line. */
  say(line: string): void;
}

/** npm changes into the project's folder, and tells where it was called. */
const pathOf = (file: string) => resolve(process.env.INIT_CWD ?? '.', file);

/**
 * Writes everything of an organization into a file, for its owner's eyes alone, while a server may run.
 * @param wanted its name or its id
 * @param file undefined: one that is named by the organization and the time, where npm was called
 * @throws TransferError
 */
export async function exportTo(
  { deps, say }: TransferDeps,
  wanted: string,
  file: string | undefined,
): Promise<void> {
  const organization = await findForExport(deps, wanted);
  const at = deps.clock.now();
  const path = pathOf(file ?? transferName(organization.name, at));
  if (await isThere(path)) throw new TransferError(`${path} exists already. Nothing was changed.`);
  await noteOwnExport(deps, organization, at);
  const draft = `${path}.${randomBytes(6).toString('hex')}.partial`;
  try {
    const output = createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true });
    await pipeline(exportOrganization(deps, organization, at), output);
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  say(
    `Everything of ${organization.name} is in ${path}, but for secrets: keys, tokens, channels' passwords.`,
  );
}

/**
 * Makes an organization of what a file holds, while a server may run.
 * @param name what it is called here; undefined: as it was
 * @throws TransferError, BackupError
 */
export async function importFrom(
  { deps, say }: TransferDeps,
  file: string,
  name: string | undefined,
): Promise<void> {
  const report = await importOrganization(deps, {
    ...{ file: pathOf(file), name, at: deps.clock.now() },
  });
  const { made, joined, leftOut } = report;
  say(
    `${report.name} is here as it was ${report.exportedAt}: ${report.rows.toLocaleString('en')} rows.`,
  );
  say('Its software is matched with the catalog of this installation as soon as a server runs.');
  if (joined.length > 0)
    say(`Members, with the accounts that they have here: ${joined.join(', ')}`);
  if (made.length > 0)
    say(
      `Members, once they have a password ("npm run account -- reset-link EMAIL", or by mail from the sign-in page): ${made.join(', ')}`,
    );
  if (leftOut.length > 0)
    say(
      `Not members: they have accounts here, of which nobody has shown that the address is theirs. Invite them: ${leftOut.join(', ')}`,
    );
  say(
    'API keys have ended and channels are paused: make new keys, and enter the secrets of channels again.',
  );
}

function isThere(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}
