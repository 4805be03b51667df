import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { runWithStubs } from '@/test/stubbed-shell';
import { dockerRecipe, shellRecipe } from './commands';
import { githubActionsRecipe, gitlabCiRecipe } from './pipelines';
import type { ScannerRecipe, ScannerSetupInput } from './addresses';

// Quotes, expansions and YAML's own signs: all of it has to arrive as it is.
const project = `it's "$HOME" $(id) \`id\` \\ # : &&`;
const input: ScannerSetupInput = {
  publicUrl: 'https://eventide.example.com',
  scannerTlsPort: 443,
  apiKey: 'evt_abcdefgh_secret',
  caUrl: 'https://eventide.example.com/scanner-ca.pem',
  databaseUrl: 'https://eventide.example.com/xeol/databases/listing.json?a=$b',
  projectName: project,
  image: `registry.example.com/it's/$app:1`,
};
const commands = ['curl', 'sudo', 'xeol', 'docker', 'gh', 'glab', 'apk'];
const hosts = '192.0.2.1 api.xeol.io engine.xeol.io\n';

/** A machine's hosts file, with a line of an earlier day about the scanner's hosts. */
const OLD_HOSTS = '127.0.0.1 localhost\n10.0.0.9 api.xeol.io engine.xeol.io\n::1 localhost\n';
const NEW_HOSTS = `127.0.0.1 localhost\n::1 localhost\n${hosts}`;

/** Runs what prepares a machine, with a hosts file of its own in the place of the machine's. */
function prepared(script: string, shell: 'sh' | 'bash', known = OLD_HOSTS) {
  const folder = mkdtempSync(path.join(tmpdir(), 'eventide-test-'));
  try {
    const file = path.join(folder, 'hosts');
    writeFileSync(file, known);
    const run = runWithStubs(script.replaceAll('/etc/hosts', file), { shell, commands });
    return { ...run, file };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function code(recipe: ScannerRecipe, step: number): string {
  return recipe.steps[step]?.code ?? '';
}

describe('shell', () => {
  it('downloads the CA and sends both hosts to whoever answered', () => {
    const { home, calls, file } = prepared(code(shellRecipe(input), 1), 'sh');
    expect(calls).toEqual([
      expect.objectContaining({
        command: 'curl',
        args: [
          ...['-fsSL', '-4', '--noproxy', '*', input.caUrl, '-o', `${home}/.eventide/ca.pem`],
          ...['-w', '%{remote_ip}'],
        ],
      }),
      expect.objectContaining({ command: 'sudo', args: ['tee', file], stdin: NEW_HOSTS }),
    ]);
  });

  it('sends both hosts to the name that answers scanners, and fetches the CA from the pages', () => {
    const apart = { ...input, hostAddress: 'scan.example.com' };
    const { home, calls, file } = prepared(code(shellRecipe(apart), 1), 'sh');
    expect(calls).toEqual([
      expect.objectContaining({
        command: 'curl',
        args: ['-fsSL', '--noproxy', '*', input.caUrl, '-o', `${home}/.eventide/ca.pem`],
      }),
      expect.objectContaining({
        command: 'curl',
        args: [
          ...['-sSk', '-4', '--noproxy', '*', 'https://scan.example.com:443', '-o', '/dev/null'],
          ...['-w', '%{remote_ip}'],
        ],
      }),
      expect.objectContaining({ command: 'sudo', args: ['tee', file], stdin: NEW_HOSTS }),
    ]);
  });

  it.each([{}, { hostAddress: 'scan.example.com' }])(
    'takes an address of IPv6 only where scanners are listened for there: %j',
    (more) => {
      const argsOf = (takesIpv6: boolean) =>
        prepared(code(shellRecipe({ ...input, ...more, takesIpv6 }), 1), 'sh').calls.find(
          ({ args }) => args.includes('-w'),
        )?.args;
      expect(argsOf(false)).toContain('-4');
      expect(argsOf(true)).not.toContain('-4');
    },
  );

  it('puts its line into the place of an outdated one, as often as it is run', () => {
    for (const known of ['127.0.0.1 localhost\n::1 localhost\n', NEW_HOSTS]) {
      const { calls } = prepared(code(shellRecipe(input), 1), 'sh', known);
      expect(calls[1]?.stdin).toBe(NEW_HOSTS);
    }
    const empty = prepared(code(shellRecipe(input), 1), 'sh', '10.0.0.9 api.xeol.io\n');
    expect(empty.calls[1]?.stdin.trim()).toBe(hosts.trim());
  });

  it('runs the scanner with everything it needs', () => {
    const { home, calls } = runWithStubs(code(shellRecipe(input), 2), { shell: 'sh', commands });
    expect(calls).toEqual([
      {
        command: 'xeol',
        args: ['-v', input.image],
        env: {
          XEOL_API_KEY: input.apiKey,
          XEOL_PROJECT_NAME: project,
          XEOL_DB_UPDATE_URL: input.databaseUrl,
          XEOL_CHECK_FOR_APP_UPDATE: 'false',
          SSL_CERT_DIR: `${home}/.eventide`,
        },
        stdin: '',
      },
    ]);
  });
});

it('docker gets hosts, folder, environment and image', () => {
  const { home, calls } = runWithStubs(code(dockerRecipe(input), 0), { shell: 'sh', commands });
  expect(calls.map(({ command }) => command)).toEqual(['curl', 'docker']);
  expect(calls[1]?.args).toEqual([
    ...[
      'run',
      '--rm',
      '--add-host',
      'api.xeol.io:192.0.2.1',
      '--add-host',
      'engine.xeol.io:192.0.2.1',
    ],
    ...['--volume', `${home}/.eventide:/eventide:ro`, '--env', 'SSL_CERT_DIR=/eventide'],
    ...['--env', `XEOL_API_KEY=${input.apiKey}`, '--env', `XEOL_PROJECT_NAME=${project}`],
    ...['--env', `XEOL_DB_UPDATE_URL=${input.databaseUrl}`],
    ...['--env', 'XEOL_CHECK_FOR_APP_UPDATE=false', 'noqcks/xeol:latest', '-v', input.image],
  ]);
});

it('docker on the service’s own machine goes through the host gateway', () => {
  const local = {
    ...input,
    publicUrl: 'http://localhost:3000',
    databaseUrl: 'http://localhost:3000/listing.json',
  };
  const { calls } = runWithStubs(code(dockerRecipe(local), 0), { shell: 'sh', commands });
  expect(calls[1]?.args).toEqual(
    expect.arrayContaining([
      'api.xeol.io:host-gateway',
      'host.docker.internal:host-gateway',
      'XEOL_DB_UPDATE_URL=http://host.docker.internal:3000/listing.json',
    ]),
  );
});

const workflow = z.object({
  jobs: z.object({
    'eol-scan': z.object({
      steps: z.array(
        z.object({ run: z.string(), env: z.record(z.string(), z.string()).optional() }),
      ),
    }),
  }),
});

describe('GitHub Actions', () => {
  const recipe = githubActionsRecipe(input);
  const [, redirect, scan] = workflow.parse(parse(code(recipe, 1))).jobs['eol-scan'].steps;

  it('stores the key without showing it to the process list', () => {
    const { calls } = runWithStubs(code(recipe, 0), { shell: 'bash', commands });
    expect(calls).toEqual([
      { command: 'gh', args: ['secret', 'set', 'XEOL_API_KEY'], env: {}, stdin: input.apiKey },
    ]);
  });

  it('prepares the runner, then scans', () => {
    const before = prepared(redirect?.run ?? '', 'bash');
    expect(before.calls[1]).toMatchObject({ command: 'sudo', stdin: NEW_HOSTS });

    const { home, calls } = runWithStubs(scan?.run ?? '', {
      shell: 'bash',
      commands,
      env: scan?.env ?? {},
    });
    expect(calls).toMatchObject([
      {
        command: 'xeol',
        args: ['-v', input.image],
        env: {
          XEOL_API_KEY: '${{ secrets.XEOL_API_KEY }}',
          XEOL_PROJECT_NAME: 'github//${{ github.repository }}',
          XEOL_DB_UPDATE_URL: input.databaseUrl,
          XEOL_CHECK_FOR_APP_UPDATE: 'false',
          SSL_CERT_DIR: `${home}/.eventide`,
        },
      },
    ]);
  });
});

const pipeline = z.object({
  'eol-scan': z.object({
    variables: z.record(z.string(), z.string()),
    before_script: z.array(z.string()),
    script: z.array(z.string()),
  }),
});

describe('GitLab CI', () => {
  const recipe = gitlabCiRecipe(input);
  const job = pipeline.parse(parse(code(recipe, 1)))['eol-scan'];

  it('stores the key masked', () => {
    const { calls } = runWithStubs(code(recipe, 0), { shell: 'bash', commands });
    expect(calls).toMatchObject([
      { args: ['variable', 'set', 'XEOL_API_KEY', '--masked'], stdin: input.apiKey },
    ]);
  });

  it('hands over the variables as they are, dollars doubled for GitLab', () => {
    expect(job.variables).toEqual({
      GIT_STRATEGY: 'none',
      XEOL_PROJECT_NAME: 'gitlab//$CI_PROJECT_PATH',
      XEOL_DB_UPDATE_URL: `${input.databaseUrl.replace('$b', '$$$$b')}`,
      XEOL_CHECK_FOR_APP_UPDATE: 'false',
    });
  });

  it('prepares the job and scans in one shell', () => {
    // The job's own hosts file and folders belong to a container; here they would be this machine's.
    const script = [...job.before_script, ...job.script]
      .join('\n')
      .replaceAll('/tmp/eventide', '$HOME/eventide')
      .replace('>> /etc/hosts', '| sudo hosts')
      .replace('| sh -s', '| sudo sh -s');
    const { home, calls } = runWithStubs(script, { shell: 'sh', commands });
    expect(calls.map(({ command }) => command).sort()).toEqual(
      ['apk', 'curl', 'curl', 'sudo', 'sudo', 'xeol'].sort(),
    );
    expect(calls).toContainEqual(expect.objectContaining({ args: ['hosts'], stdin: hosts }));
    expect(calls.at(-1)).toMatchObject({
      command: 'xeol',
      args: ['-v', input.image],
      env: { SSL_CERT_DIR: `${home}/eventide` },
    });
  });
});
