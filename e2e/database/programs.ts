import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** A program that is wanted is not on this machine, which is no fault of the product's. */
export class NotRunnable extends Error {
  override readonly name = 'NotRunnable';
}

/** Where Debian puts what only root starts. */
const SYSTEM_FOLDERS = ['/usr/sbin', '/usr/local/sbin'];

/** The path of an installed program. @throws NotRunnable */
export function program(name: string): string {
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...SYSTEM_FOLDERS];
  const found = folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
  if (found === undefined) throw new NotRunnable(`${name} is not installed`);
  return found;
}

/** From here on PgBouncer can keep prepared statements for those it lends connections to. */
const KEEPS_STATEMENTS = [1, 21] as const;

/** The path of an installed PgBouncer that can keep prepared statements. @throws NotRunnable */
export function pgBouncerThatKeepsStatements(): string {
  const path = program('pgbouncer');
  const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' });
  const [, major = '', minor = ''] = /PgBouncer (\d+)\.(\d+)/.exec(stdout) ?? [];
  const [wantedMajor, wantedMinor] = KEEPS_STATEMENTS;
  if (
    Number(major) > wantedMajor ||
    (Number(major) === wantedMajor && Number(minor) >= wantedMinor)
  )
    return path;
  throw new NotRunnable(
    `PgBouncer ${major}.${minor} is installed, which knows no prepared statements; ${KEEPS_STATEMENTS.join('.')} does`,
  );
}

/** Where Debian puts each version of PostgreSQL. */
const SERVERS = '/usr/lib/postgresql';

/** The folder of the newest installed PostgreSQL's programs. @throws NotRunnable */
export function postgresPrograms(): string {
  const versions = existsSync(SERVERS) ? readdirSync(SERVERS).map(Number) : [];
  const newest = versions
    .filter((version) => existsSync(join(SERVERS, String(version), 'bin', 'initdb')))
    .toSorted((a, b) => b - a)[0];
  if (newest === undefined) throw new NotRunnable(`no PostgreSQL server is in ${SERVERS}`);
  return join(SERVERS, String(newest), 'bin');
}
