import { readFile, readlink, rm } from 'node:fs/promises';
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

/**
 * Finds the server that runs on this cluster, started by any process. A `postmaster.pid` left by a killed server whose
 * number now belongs to some other process (common after a container's restart) is removed: PostgreSQL would
 * take that process for a server and refuse to start.
 */
export async function findPostmaster(clusterDir: string): Promise<Postmaster | undefined> {
  const path = join(clusterDir, 'postmaster.pid');
  const text = await readFile(path, 'utf8').catch(() => '');
  const postmaster = parse(text);
  if (!postmaster || !exists(postmaster.pid)) return undefined;
  if (await isServing(postmaster.pid, clusterDir)) return postmaster;
  const isUnchanged = (await readFile(path, 'utf8').catch(() => '')) === text;
  if (isUnchanged) await rm(path, { force: true });
  return undefined;
}
