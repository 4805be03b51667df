// The first step of `npm run demo`, `verify` and the other commands below, on a machine that may have nothing but Node
// and npm: it runs before anything is installed, so it uses nothing that is.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Gives what tells the time since now in seconds: which step a check spends its time on is worth knowing. */
function stopwatch() {
  const start = performance.now();
  return () => `${Math.round((performance.now() - start) / 1_000)} s`;
}

/** Runs a command in the project, says how long it took, and ends this process with its status when it fails. */
function run(title, command, args, { mayFail = false } = {}) {
  console.log(`\n== ${title}`);
  const shell = process.platform === 'win32';
  const took = stopwatch();
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit', shell });
  if (status === 0) {
    console.log(`${title}: ${took()}`);
    return true;
  }
  if (mayFail) return false;
  console.error(`\n${title}: failed`);
  process.exit(status ?? 1);
}

const npm = (title, ...args) => run(title, 'npm', ['run', '--silent', ...args]);

/**
 * Starts a command beside those that follow, and gives what waits for it, shows what it said and ends this process with
 * its status when it fails.
 */
function beside(title, ...args) {
  const shell = process.platform === 'win32';
  const stdio = ['ignore', 'pipe', 'pipe'];
  const took = stopwatch();
  const child = spawn('npm', ['run', '--silent', ...args], { cwd: root, shell, stdio });
  const said = [];
  child.stdout.on('data', (piece) => said.push(piece));
  child.stderr.on('data', (piece) => said.push(piece));
  process.on('exit', () => child.kill());
  const closed = new Promise((resolve) => {
    child.on('error', (error) => said.push(Buffer.from(`${error.message}\n`)));
    child.on('close', (status) => resolve({ status, took: took() }));
  });
  return async () => {
    const { status, took: lasted } = await closed;
    console.log(`\n== ${title}`);
    await new Promise((resolve) => process.stdout.write(Buffer.concat(said), resolve));
    if (status === 0) {
      console.log(`${title}: ${lasted}, beside the others`);
      return;
    }
    console.error(`\n${title}: failed`);
    process.exit(status ?? 1);
  };
}

/** npm writes this file at the end of an install; an older one than the lock file means that it changed. */
function install() {
  const marker = join(root, 'node_modules/.package-lock.json');
  const isFresh =
    existsSync(marker) &&
    statSync(marker).mtimeMs >= statSync(join(root, 'package-lock.json')).mtimeMs;
  if (!isFresh) run('Install packages', 'npm', ['ci', '--no-audit', '--no-fund']);
}

/** What the build itself writes among its sources. */
const built = join(root, 'public/cli');

function newestMs(path) {
  if (path === built || !existsSync(path)) return 0;
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(0, ...readdirSync(path).map((name) => newestMs(join(path, name))));
}

/** Builds unless the last build is newer than everything it is made from. */
function build() {
  const marker = join(root, 'dist/server/listener/main.js');
  const sources = [
    'src',
    'prisma/schema',
    'prisma/seed',
    'public',
    'deploy/ci',
    'package-lock.json',
    'next.config.mjs',
  ];
  const newestSourceMs = Math.max(...sources.map((name) => newestMs(join(root, name))));
  if (existsSync(marker) && statSync(marker).mtimeMs > newestSourceMs) return;
  npm('Build', 'build');
}

/** A Chromium for the browser tests: one that is there, else one of Debian's, else Playwright's own. */
function installBrowser() {
  const probe = spawnSync('npm', ['run', '--silent', 'browser'], { cwd: root, encoding: 'utf8' });
  if (probe.status === 0) return;
  const isRootOnDebian = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (isRootOnDebian) {
    run('Update the list of system packages', 'apt-get', ['update', '-q'], { mayFail: true });
    const wasInstalled = ['chromium-headless-shell', 'chromium'].some((name) =>
      run('Install Chromium', 'apt-get', ['install', '-yq', name], { mayFail: true }),
    );
    if (wasInstalled) return;
  }
  run('Install Chromium', 'npx', ['playwright', 'install', '--with-deps', 'chromium']);
}

/** Runs one of the built commands, and ends with its status. */
function command(name, args) {
  install();
  build();
  const path = join(root, `dist/cli/${name}.js`);
  const child = spawn('node', ['--enable-source-maps', path, ...args], {
    cwd: root,
    stdio: 'inherit',
  });
  // It may have something to clear away, and whoever waits for this process waits for that.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => child.kill(signal));
  child.on('exit', (status) => process.exit(status ?? 1));
}

const commands = {
  demo(...args) {
    install();
    build();
    npm('Demo', 'demo:start', '--', ...args);
  },
  catalog: (...args) => command('catalog', args),
  account: (...args) => command('account', args),
  counts: (...args) => command('counts', args),
  facts: (...args) => command('facts', args),
  organization: (...args) => command('organization', args),
  backup: (...args) => command('backup', args),
  restore: (...args) => command('restore', args),
  database: (...args) => command('database', args),
  async verify() {
    install();
    installBrowser();
    npm('Prisma client', 'generate');
    // Each of them one thread, which needs nothing of what the other makes.
    const typed = beside('Types', 'typecheck');
    npm('Format', 'format');
    await typed();
    // One thread for minutes, too.
    const linted = beside('Lint', 'lint');
    npm('Build', 'build');
    npm('Unit and integration tests', 'test');
    await linted();
    // One request after the other leaves half of the machine to servers that are started and killed.
    const endured = beside('API tests with servers of their own', 'test:system');
    npm('API tests against the started server, both mounts', 'test:api');
    await endured();
    npm('Browser tests', 'test:e2e');
  },
};

const [name, ...args] = process.argv.slice(2);
const chosen = commands[name];
if (!chosen) {
  console.error(`usage: node src/cli/bootstrap.mjs ${Object.keys(commands).join('|')}`);
  process.exit(2);
}
await chosen(...args);
