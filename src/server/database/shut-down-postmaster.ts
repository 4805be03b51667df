import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from './launch-postmaster';
import { isServing } from './postmaster-file';
import { runProgram } from './run-program';

const pollIntervalMs = 20;
/** A fast shutdown writes a checkpoint, which can take long on a slow disk. */
const fastShutdownMs = 60_000;
const immediateShutdownMs = 10_000;

async function hasEnded(clusterDir: string, pid: number, withinMs: number): Promise<boolean> {
  const deadline = Date.now() + withinMs;
  while (Date.now() < deadline) {
    if (!(await isServing(pid, clusterDir))) return true;
    await sleep(pollIntervalMs);
  }
  return false;
}

function send(pid: number, signal: 'SIGINT' | 'SIGQUIT'): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended by itself, which is what the signal was for.
  }
}

/**
 * Stops the server and waits for its end. Connections are closed and a checkpoint is written; a throw-away
 * cluster, and one that takes too long, ends at once and would recover at its next start.
 */
export async function shutDownPostmaster(cluster: Cluster, pid: number): Promise<void> {
  const { clusterDir, durable, binaries, user } = cluster;
  if (process.platform === 'win32') {
    const mode = durable ? 'fast' : 'immediate';
    await runProgram(binaries.pgCtl, ['stop', '-D', clusterDir, '-m', mode], user);
    return;
  }
  if (durable) {
    send(pid, 'SIGINT');
    if (await hasEnded(clusterDir, pid, fastShutdownMs)) return;
  }
  send(pid, 'SIGQUIT');
  await hasEnded(clusterDir, pid, immediateShutdownMs);
}
