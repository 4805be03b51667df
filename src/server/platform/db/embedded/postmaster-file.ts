import { randomUUID } from 'node:crypto';
import { link, readFile, readlink, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { execFile } from 'node:child_process';
import type { PostgresEndpoint } from './postgres-endpoint';

/** A running server, as its `postmaster.pid` describes it. */
export interface Postmaster {
  readonly pid: number;
  /** Undefined in the first moments of a start, before it listens. */
  readonly endpoint: PostgresEndpoint | undefined;
}

function parse(text: string): Postmaster | undefined {
  // Lines: pid, data folder, start time, port, first socket folder, first listen address, shared memory, status.
  const [pid, , , port, socketFolder, address] = text.split('\n').map((line) => line.trim());
  const pidNumber = Number(pid);
  if (!Number.isInteger(pidNumber) || pidNumber <= 1) return undefined;
  const host = socketFolder === '' ? address : socketFolder;
  const isComplete = host !== undefined && host !== '' && Number(port) > 0;
  return { pid: pidNumber, endpoint: isComplete ? { host, port: Number(port) } : undefined };
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    // Also for a process of another user, which our server never is.
    return false;
  }
}

/** Whether the process `pid` lives and is the server of this cluster. When in doubt, it is. */
export async function isServing(pid: number, clusterDir: string): Promise<boolean> {
  if (!exists(pid)) return false;
  if (process.platform === 'linux') {
    // A server works in its data folder. A zombie works nowhere.
    try {
      return (await readlink(`/proc/${pid}/cwd`)) === clusterDir;
    } catch (error) {
      return error instanceof Error && 'code' in error && error.code === 'EACCES';
    }
  }
  if (process.platform === 'win32') return true;
  try {
    const { stdout } = await promisify(execFile)('ps', ['-o', 'stat=,comm=', '-p', String(pid)]);
    return !stdout.trimStart().startsWith('Z') && stdout.includes('postgres');
  } catch {
    return true;
  }
}

const fileOf = (clusterDir: string) => join(clusterDir, 'postmaster.pid');
const textOf = (path: string) => readFile(path, 'utf8').catch(() => '');

/** Finds the server that runs on this cluster, started by any process. It only looks: several do so at once. */
export async function findPostmaster(clusterDir: string): Promise<Postmaster | undefined> {
  const postmaster = parse(await textOf(fileOf(clusterDir)));
  return postmaster && (await isServing(postmaster.pid, clusterDir)) ? postmaster : undefined;
}

/**
 * Removes a `postmaster.pid` left by a killed server whose number now belongs to some other process (common after a
 * container's restart), or to what is left of it until its parent has noticed: PostgreSQL would take that for a server, and
 * refuse to start. For who starts a server alone. Another may have started one meanwhile, which ends within a minute
 * where its file is gone: so what is removed is looked at once more after nobody can replace it any longer, and put back.
 */
export async function removeStaleFile(clusterDir: string): Promise<void> {
  const path = fileOf(clusterDir);
  const text = await textOf(path);
  const postmaster = parse(text);
  // One whose number belongs to nobody is replaced by PostgreSQL itself.
  if (!postmaster || !exists(postmaster.pid) || (await isServing(postmaster.pid, clusterDir)))
    return;
  const aside = `${path}.${randomUUID()}`;
  const isAside = await rename(path, aside).then(
    () => true,
    () => false,
  );
  if (!isAside) return;
  if ((await textOf(aside)) !== text) await link(aside, path).catch(() => undefined);
  await rm(aside, { force: true });
}
