import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import type { TestDeps } from './deps';
import type { Gate } from './gate';
import { senderName } from './sender-name';

/** Processes that deliver messages from one database until they are ended, or killed. */
export interface DeliveringProcesses {
  /** Loads so many, which begin as soon as they are started: what is held meanwhile is not held for long. */
  load(count: number): Promise<void>;
  /** Starts one, whose clock is ahead by so much. */
  start(aheadMs?: number): ChildProcess;
  kill(child: ChildProcess): Promise<void>;
  /**
   * Waits until so many things of theirs are held, which is all that they have in hand, and kills one that is in the middle
   * of some.
   * @returns what it was in the middle of
   */
  killOneAt(gate: Gate, count: number): Promise<string[]>;
  /** Ends those that live, once what they are sending has been sent. */
  endAll(): Promise<void>;
  killAll(): Promise<void>;
  /** What they logged. */
  log(): string;
}

/** @param smtpUrl the mail server, if they are to send mail */
export function deliveringProcesses(
  deps: () => TestDeps,
  smtpUrl: () => string[] = () => [],
): DeliveringProcesses {
  const children = new Set<ChildProcess>();
  const loaded: ChildProcessWithoutNullStreams[] = [];
  let log = '';
  const end = async (child: ChildProcess, signal: NodeJS.Signals) => {
    children.delete(child);
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, 'exit');
  };
  const endEach = async (signal: NodeJS.Signals) => {
    await Promise.all([...children].map((child) => end(child, signal)));
  };
  const spawnOne = () => {
    const script = fileURLToPath(new URL('./delivering-process.ts', import.meta.url));
    const { db, env } = deps();
    const { connectionString = '' } = db.pool.options;
    const args = [connectionString, env.authSecret, ...smtpUrl()];
    const child = spawn(process.execPath, ['--import', 'tsx', script, ...args]);
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      log += text;
    });
    children.add(child);
    return child;
  };
  return {
    load: async (count) => {
      const more = Array.from({ length: count }, spawnOne);
      loaded.push(...more);
      await Promise.all(more.map(({ stdout }) => once(stdout, 'data')));
    },
    start: (aheadMs = 0) => {
      const child = loaded.shift() ?? spawnOne();
      child.stdin.end(`${String(aheadMs)}\n`);
      return child;
    },
    kill: (child) => end(child, 'SIGKILL'),
    killOneAt: async (gate, count) => {
      const countHeld = () => gate.held().length;
      await expect.poll(countHeld, { timeout: 60_000, interval: 10 }).toBe(count);
      const named = [...children].map((child) => ({ child, name: senderName(child.pid ?? 0) }));
      const one = named.find(({ name }) => gate.held().some(({ who }) => who === name));
      if (!one) throw new Error('What is held is of none that lives');
      await end(one.child, 'SIGKILL');
      return gate.held().flatMap(({ who, what }) => (who === one.name ? what : []));
    },
    endAll: () => endEach('SIGTERM'),
    killAll: () => endEach('SIGKILL'),
    log: () => log,
  };
}
