import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** One call of a stand-in: its arguments, the environment variables asked for, and what it read. */
export interface StubCall {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly stdin: string;
}

const watched = /^(?:XEOL_|SSL_CERT_DIR$)/;

/**
 * Runs a script in a real shell whose commands are stand-ins that only note how they were called; `curl`
 * answers 192.0.2.1, the address a download came from. Throws when the script fails.
 */
export function runWithStubs(
  script: string,
  options: { shell: 'sh' | 'bash'; commands: readonly string[]; env?: Record<string, string> },
): { home: string; calls: StubCall[] } {
  const home = mkdtempSync(path.join(tmpdir(), 'eventide-test-'));
  try {
    const bin = path.join(home, 'bin');
    mkdirSync(bin);
    for (const command of options.commands) writeStub(home, command);
    execFileSync(options.shell, ['-e', '-c', script], {
      env: { ...options.env, NODE_ENV: 'test', HOME: home, PATH: `${bin}:/usr/bin:/bin` },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    // The stand-ins write one JSON object a line.
    const calls = readFileSync(path.join(home, 'calls'), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as StubCall);
    return { home, calls };
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

function writeStub(home: string, command: string): void {
  const file = path.join(home, 'bin', command);
  const readsInput = command === 'sudo' || command === 'gh' || command === 'glab';
  writeFileSync(
    file,
    `#!${process.execPath}
const fs = require('node:fs');
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => ${watched.toString()}.test(name)));
const stdin = ${readsInput} ? fs.readFileSync(0, 'utf8') : '';
const call = { command: ${JSON.stringify(command)}, args: process.argv.slice(2), env, stdin };
fs.appendFileSync(${JSON.stringify(path.join(home, 'calls'))}, JSON.stringify(call) + '\\n');
if (call.args.includes('-w')) process.stdout.write('192.0.2.1');
`,
  );
  chmodSync(file, 0o755);
}
