import { pipeline } from 'node:stream/promises';
import { TransferError } from '@/domain/transfer/fault';
import { transferName } from '@/domain/transfer/manifest';
import { displayNameSchema, emailSchema } from '@/domain/user/account';
import { findOperators } from '@/server/platform/auth/operators';
import type { Deps } from '@/server/platform/deps';
import { writeAside } from '@/server/platform/written-aside';
import { findForExport, noteOwnExport } from '@/server/transfer/service/asked';
import { exportOrganization } from '@/server/transfer/service/export';
import { DAYS_WITHOUT_RETIRING, importOrganization } from '@/server/transfer/service/import';
import { defaultFile, pathOf } from '../files';
import { unlessInterrupted } from '../interruption';

export interface TransferDeps {
  readonly deps: Pick<Deps, 'db' | 'clock'>;
  readonly dataDir: string;
  /** Addresses of the people whom the configuration makes operators. */
  readonly operators?: readonly string[];
  /** Prints a line. */
  say(line: string): void;
}

/**
 * Writes everything of an organization into a file, for its owner's eyes alone, while a server may run.
 * @param wanted its name or its id
 * @param file undefined: one that is named by the organization and the time, see {@link defaultFile}
 * @param interruption tells when it is to end before it is whole; asked for once it is about to be written
 * @throws TransferError
 */
export async function exportTo(
  { deps, dataDir, say }: TransferDeps,
  wanted: string,
  file: string | undefined,
  interruption?: () => AbortSignal,
): Promise<void> {
  const organization = await findForExport(deps, wanted);
  const at = deps.clock.now();
  const name = transferName(organization.name, at);
  const path = file === undefined ? defaultFile(name, dataDir) : pathOf(file);
  const refusal = (message: string, cause?: unknown) => new TransferError(message, { cause });
  await writeAside(path, refusal, (output) => {
    const signal = interruption?.();
    return unlessInterrupted(signal, async () => {
      // Not before there is a file: the trail would tell of one that nobody can have.
      await noteOwnExport(deps, organization, at);
      await pipeline(exportOrganization(deps, organization, at), output, { signal });
    });
  });
  say(
    `Everything of ${organization.name} is in ${path}, but for secrets: keys, tokens, channels' passwords.`,
  );
}

export interface ImportAs {
  /** What it is called here; left out: as it was. */
  readonly name?: string | undefined;
  /** Addresses of people who are to be its admins. */
  readonly admins?: readonly string[] | undefined;
}

/**
 * Makes an organization of what a file holds, while a server may run.
 * @throws TransferError, BackupError
 */
export async function importFrom(
  { deps, operators = [], say }: TransferDeps,
  file: string,
  { name, admins = [] }: ImportAs = {},
): Promise<void> {
  const report = await importOrganization(deps, {
    ...{ file: pathOf(file), at: deps.clock.now() },
    name: name === undefined ? undefined : givenName(name),
    admins: [...new Set(admins.map(givenAddress))],
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
    'API keys have ended and channels are paused: make new keys, enter the credentials of channels again, and rotate the keys of webhooks.',
  );
  say(
    'Nobody is mailed of what ends or changes: choose when digests come under Settings, Messages; teams and members do so for themselves.',
  );
  say(
    `No rule retires images for ${String(DAYS_WITHOUT_RETIRING)} days: have scanners upload here by then, and connect a Dependency-Track again.`,
  );
  if ((await findOperators(deps.db, operators)).length === 0)
    say(
      'Nobody looks after this installation yet, and it is set up, as it has accounts: "npm run account -- add-operator EMAIL".',
    );
}

function givenName(text: string): string {
  const { data, error } = displayNameSchema.safeParse(text);
  if (data !== undefined) return data;
  throw new TransferError(`--name: ${faultOf(error)}. Nothing was changed.`);
}

function givenAddress(text: string): string {
  const { data, error } = emailSchema.safeParse(text);
  if (data !== undefined) return data;
  throw new TransferError(`--admin ${text}: ${faultOf(error)}. Nothing was changed.`);
}

const faultOf = (error: { readonly issues: readonly { readonly message: string }[] }) =>
  error.issues[0]?.message ?? 'It cannot be used';
