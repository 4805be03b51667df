import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../api/harness/server-process';
import { isListening } from './pgbouncer';
import type { PostgresPair } from './postgres-pair';
import { program } from './programs';

export interface HaProxy {
  readonly address: string;
  /** Leads whoever connects from now on to the standby. */
  leavePrimary(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts an HAProxy that goes to the primary as long as somebody listens there, and then to the standby.
 * @param options.keepsSessions whether sessions stay with a server that others are led away from
 */
export async function startHaProxy(
  { primary, standby }: PostgresPair,
  folder: string,
  { keepsSessions = false }: { readonly keepsSessions?: boolean } = {},
): Promise<HaProxy> {
  const port = await freePort();
  const config = join(folder, 'haproxy.cfg');
  const socket = join(folder, 'haproxy.sock');
  const leaving = keepsSessions ? '' : ' on-marked-down shutdown-sessions';
  const check = `check inter 500ms fall 1 rise 1${leaving}`;
  const settings = [
    'global',
    `  stats socket ${socket} mode 600 level admin`,
    'defaults',
    '  mode tcp',
    '  timeout connect 2s',
    '  timeout client 1h',
    '  timeout server 1h',
    'listen database',
    `  bind 127.0.0.1:${String(port)}`,
    `  server primary ${primary.address} ${check}`,
    `  server standby ${standby.address} ${check} backup`,
  ];
  await writeFile(config, `${settings.join('\n')}\n`);
  const child = spawn(program('haproxy'), ['-db', '-q', '-f', config], { stdio: 'inherit' });
  while (!(await isListening(port))) {
    if (child.exitCode !== null) throw new Error('HAProxy did not start');
    await sleep(50);
  }
  return {
    address: `127.0.0.1:${String(port)}`,
    leavePrimary: async () => {
      const asking = connect(socket);
      asking.end('set server database/primary state maint\n');
      const answer = await text(asking);
      if (answer.trim() !== '') throw new Error(`HAProxy stays with the primary: ${answer}`);
    },
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}
