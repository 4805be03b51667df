import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateApiKey } from '@/domain/api-key/api-key';
import { sendHttp } from '../api/harness/http';
import { commands, freePort, ServerProcess } from '../api/harness/server-process';

/** How this command ends when it could not do what it is for: neither passed nor failed. */
const NOT_RUN = 3;
const MAVEN_PLUGIN = 'io.github.pmckeown:dependency-track-maven-plugin:1.10.0';
const CDXGEN = '@cyclonedx/cdxgen@12.8.4';
const AUDITOR = 'dtrack-auditor==1.5.0';
const INSPECTOR = '@modelcontextprotocol/inspector@2.12.0';
const MINUTES = 60_000;

/** Software that has ended, and software that nobody catalogs. */
const BOM = {
  ...{ bomFormat: 'CycloneDX', specVersion: '1.6' },
  components: [
    { type: 'library', name: 'django', version: '3.2.25', purl: 'pkg:pypi/django@3.2.25' },
    { type: 'library', name: 'ours', version: '1', purl: 'pkg:pypi/ours-of-nobody@1' },
  ],
};
const POM = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>com.example</groupId>
  <artifactId>from-maven</artifactId>
  <version>1.0.0</version>
  <packaging>pom</packaging>
</project>
`;
const LOCK = {
  ...{ name: 'from-cdxgen', version: '1.0.0', lockfileVersion: 3 },
  packages: { 'node_modules/angular': { version: '1.8.3' } },
};

/** The client or what it needs is not to be had on this machine, which is no fault of the product's. */
class NotRunnable extends Error {
  override readonly name = 'NotRunnable';
}

interface World {
  readonly folder: string;
  readonly url: string;
  readonly key: string;
}

/** One call of a client, and what has to come of it. */
interface Call {
  readonly command: string;
  readonly args: readonly string[];
  readonly folder: string;
  readonly fails?: true;
  readonly prints: RegExp;
}

interface Client {
  readonly title: string;
  readonly calls: (world: World) => Promise<readonly Call[]>;
}

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** Fetches a client by its registry's own tool. @throws NotRunnable */
function fetchBy(command: string, args: readonly string[], cwd: string): void {
  const options = { cwd, encoding: 'utf8', timeout: 10 * MINUTES } as const;
  const { status, stderr } = spawnSync(command, args, options);
  if (status !== 0) throw new NotRunnable(`${command} ${args.join(' ')}: ${stderr ?? ''}`);
}

const CLIENTS: readonly Client[] = [
  {
    title: `Maven: ${MAVEN_PLUGIN}`,
    async calls({ folder, url, key }) {
      if (spawnSync('mvn', ['-v']).status !== 0) throw new NotRunnable('there is no Maven (mvn)');
      await writeFile(join(folder, 'pom.xml'), POM);
      await mkdir(join(folder, 'target'));
      await writeFile(join(folder, 'target/bom.json'), JSON.stringify(BOM));
      const goal = (name: string, prints: RegExp): Call => ({
        ...{ command: 'mvn', folder, prints },
        args: [
          ...['-B', `${MAVEN_PLUGIN}:${name}`, `-Ddependency-track.apiKey=${key}`],
          `-Ddependency-track.dependencyTrackBaseUrl=${url}`,
          `-Ddependency-track.bomLocation=${join(folder, 'target/bom.json')}`,
        ],
      });
      return [
        goal('upload-bom', /BOM uploaded[^]*Still processing: false[^]*BUILD SUCCESS/),
        goal('findings', /BUILD SUCCESS/),
        goal('metrics', /Components \| 2[^]*BUILD SUCCESS/),
        goal('score', /Inherited Risk Score: 0[^]*BUILD SUCCESS/),
        {
          ...goal('policy-violations', /\(FAIL\)[^]*Component: django 3\.2\.25[^]*BUILD FAILURE/),
          fails: true,
        },
      ];
    },
  },
  {
    title: `npm: ${CDXGEN}`,
    async calls({ folder, url, key }) {
      await writeFile(join(folder, 'package-lock.json'), JSON.stringify(LOCK));
      const tool = join(folder, 'tool');
      await mkdir(tool);
      await writeFile(join(tool, 'package.json'), '{"private":true}');
      fetchBy('npm', ['install', '--no-audit', '--no-fund', CDXGEN], tool);
      const named = ['--project-name', 'from-cdxgen', '--project-tag', 'nightly'];
      return [
        {
          ...{ command: join(tool, 'node_modules/.bin/cdxgen'), folder, prints: /^/ },
          args: [
            ...['-t', 'js', '--no-install-deps', '--no-recurse', '-o', 'bom.json'],
            ...['--server-url', url, '--api-key', key, ...named, '.'],
          ],
        },
      ];
    },
  },
  {
    title: `npm: ${INSPECTOR}`,
    async calls({ folder, url, key }) {
      await writeFile(join(folder, 'package.json'), '{"private":true}');
      fetchBy('npm', ['install', '--no-audit', '--no-fund', INSPECTOR], folder);
      const asks = (args: readonly string[], prints: RegExp): Call => ({
        ...{ command: join(folder, 'node_modules/.bin/mcp-inspector'), folder, prints },
        args: [
          ...['--cli', `${url}/mcp`, '--transport', 'http', '--header', `X-API-Key: ${key}`],
          ...args,
        ],
      });
      const checks = ['--method', 'tools/call', '--tool-name', 'check_component'];
      return [
        asks(['--method', 'tools/list', '--strict'], /"name": "explain_finding"(?![^]*Warning)/),
        asks([...checks, '--tool-arg', 'purl=pkg:pypi/django@3.2.25'], /"state": "ended"/),
        // What it is told is an answer, too. Not a number: the inspector would send one, whatever the tool takes.
        { ...asks([...checks, '--tool-arg', 'version=v1'], /Field required/), fails: true },
      ];
    },
  },
  {
    title: `PyPI: ${AUDITOR}`,
    async calls({ folder, url, key }) {
      await writeFile(join(folder, 'bom.json'), JSON.stringify(BOM));
      fetchBy('python3', ['-m', 'venv', 'venv'], folder);
      fetchBy(join(folder, 'venv/bin/pip'), ['install', '-q', AUDITOR], folder);
      const command = join(folder, 'venv/bin/dtrackauditor');
      const server = ['-u', url, '-k', key];
      const upload = [...server, '-p', 'from-auditor', '-v', '1.0', '-f', 'bom.json', '-w'];
      return [
        { command, folder, args: [...server, '-c'], prints: /'version': '4\.\d+/ },
        {
          ...{ command, folder, args: [...upload, '-a'], fails: true },
          prints: /1 policy violations found[^]*\[OPERATIONAL\].*django/,
        },
      ];
    },
  },
];

/** Runs the calls of one client in a folder of its own; says whether all came to what they should. */
async function passes(client: Client, world: World): Promise<boolean> {
  say(`\n== ${client.title}`);
  let isPassed = true;
  for (const { command, args, folder, fails = false, prints } of await client.calls(world)) {
    const { status, stdout, stderr } = spawnSync(command, args, {
      ...{ cwd: folder, encoding: 'utf8', timeout: 10 * MINUTES },
    });
    const printed = `${stdout}${stderr}`.replaceAll(world.key, '<key>');
    say(`\n-- ${[command, ...args].join(' ').replaceAll(world.key, '<key>')}\n${printed}`);
    const isRight = (status !== 0) === fails && prints.test(printed);
    if (!isRight) say(`-- ended with ${String(status)}: not what it should`);
    isPassed &&= isRight;
  }
  return isPassed;
}

/** The names of all that the clients have uploaded. */
async function uploadedNames({ url, key }: World): Promise<string[]> {
  const headers = { 'x-api-key': key };
  const sent = { method: 'GET', target: '/api/v1/project', headers };
  // The service has written it, and its own tests say what is in it.
  const projects = JSON.parse((await sendHttp(url, sent)).text) as { name: string }[];
  return projects.map(({ name }) => name).sort();
}

async function startServer(folder: string, key: string): Promise<ServerProcess> {
  const port = await freePort();
  const server = await ServerProcess.launch({
    ...{ args: commands.node(), port, logFile: join(folder, 'server.log') },
    env: {
      ...{ DATA_DIR: folder, BOOTSTRAP_ORGANIZATION: 'Acme', BOOTSTRAP_API_KEY: key },
      PUBLIC_URL: `http://127.0.0.1:${String(port)}`,
      SCANNER_TLS_PORT: String(await freePort()),
    },
  });
  return server.ready();
}

/** Starts the built server, has real clients of Dependency-Track upload to it and stop builds by it, and an inspector ask it. */
async function main(): Promise<number> {
  if (!existsSync('dist/server/listener/main.js')) {
    throw new NotRunnable('there is no build (npm run build)');
  }
  const folder = await mkdtemp(join(tmpdir(), 'eventide-clients-'));
  // As root, PostgreSQL runs as another user, who has to pass through this folder.
  await chmod(folder, 0o755);
  const key = generateApiKey().text;
  const server = await startServer(folder, key);
  try {
    const policy = { policy_scope: 'global', policy_type: 'EOL', deny_days: 0 };
    await sendHttp(server.origin, {
      ...{ method: 'POST', target: '/api/v1/policy', body: JSON.stringify(policy) },
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
    });
    const results: (boolean | null)[] = [];
    for (const [index, client] of CLIENTS.entries()) {
      const own = join(folder, `client-${String(index)}`);
      await mkdir(own);
      const world = { folder: own, url: server.origin, key };
      const result = await passes(client, world).catch((error: unknown) => {
        if (!(error instanceof NotRunnable)) throw error;
        say(`${client.title}: not run: ${error.message}`);
        return null;
      });
      results.push(result);
    }
    const names = await uploadedNames({ folder, url: server.origin, key });
    say(`\nUploaded: ${names.join(', ')}`);
    const isAll = names.join() === 'from-auditor,from-cdxgen,from-maven';
    if (results.includes(false)) return 1;
    if (results.includes(null)) return NOT_RUN;
    return isAll ? 0 : 1;
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof NotRunnable)) throw error;
  say(`\nClients: not run: ${error.message}`);
  process.exitCode = NOT_RUN;
}
