import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../api/harness/server-process';

const START_TIMEOUT_MS = 240_000;
const STOP_TIMEOUT_MS = 20_000;

export interface KeycloakProcess {
  /** Without a slash at the end. */
  readonly url: string;
  readonly admin: { readonly username: string; readonly password: string };
  readonly logFile: string;
  stop(): Promise<void>;
}

/**
 * A Keycloak of this run's own, on loopback, with its database in memory.
 * @throws Error with the end of its log when it does not come up
 */
export async function startKeycloak(home: string, logFile: string): Promise<KeycloakProcess> {
  const port = await freePort();
  const admin = { username: 'admin', password: randomBytes(12).toString('hex') };
  const log = await open(logFile, 'w');
  const { PATH = '', HOME = '', JAVA_HOME = '' } = process.env;
  const child = spawn(
    'sh',
    [
      join(home, 'bin/kc.sh'),
      'start-dev',
      '--db=dev-mem',
      '--http-host=127.0.0.1',
      `--http-port=${String(port)}`,
    ],
    {
      env: {
        PATH,
        HOME,
        NODE_ENV: 'test',
        ...(JAVA_HOME !== '' && { JAVA_HOME }),
        KC_BOOTSTRAP_ADMIN_USERNAME: admin.username,
        KC_BOOTSTRAP_ADMIN_PASSWORD: admin.password,
        JAVA_OPTS_KC_HEAP: '-Xms64m -Xmx512m',
      },
      stdio: ['ignore', log.fd, log.fd],
      // The script starts Java, which has to end with it: both are one group.
      detached: true,
    },
  );
  await log.close();
  const url = `http://127.0.0.1:${String(port)}`;
  try {
    await ready(url, child);
  } catch (error) {
    await stop(child);
    throw new Error(`Keycloak did not start:\n${await lastLines(logFile)}`, { cause: error });
  }
  return { url, admin, logFile, stop: () => stop(child) };
}

const isRunning = (child: ChildProcess) => child.exitCode === null && child.signalCode === null;

async function ready(url: string, child: ChildProcess): Promise<void> {
  const deadlineMs = Date.now() + START_TIMEOUT_MS;
  while (isRunning(child) && Date.now() < deadlineMs) {
    const answer = await fetch(`${url}/realms/master`).catch(() => null);
    if (answer?.ok) return;
    await sleep(250);
  }
  throw new Error(isRunning(child) ? 'It took too long' : 'It ended by itself');
}

async function stop(child: ChildProcess): Promise<void> {
  const { pid } = child;
  if (pid === undefined || !isRunning(child)) return;
  process.kill(-pid, 'SIGTERM');
  const kill = setTimeout(() => process.kill(-pid, 'SIGKILL'), STOP_TIMEOUT_MS);
  await once(child, 'exit');
  clearTimeout(kill);
}

async function lastLines(file: string): Promise<string> {
  return (await readFile(file, 'utf8')).split('\n').slice(-30).join('\n');
}
