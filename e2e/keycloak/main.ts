import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keycloakDistribution, NotRunnable, VERSION } from './distribution';
import { startKeycloak, type KeycloakProcess } from './keycloak-process';

/** How this command ends when it could not do what it is for: neither passed nor failed. */
const NOT_RUN = 3;

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** Runs one of the project's own tools against the started Keycloak. */
function run(keycloak: KeycloakProcess, title: string, args: readonly string[]): boolean {
  say(`\n== ${title}`);
  const { status } = spawnSync(process.execPath, args, {
    stdio: 'inherit',
    env: {
      ...process.env,
      E2E_KEYCLOAK_URL: keycloak.url,
      E2E_KEYCLOAK_ADMIN: keycloak.admin.username,
      E2E_KEYCLOAK_PASSWORD: keycloak.admin.password,
    },
  });
  if (status !== 0) say(`${title}: failed`);
  return status === 0;
}

/** Fetches and starts a Keycloak, and runs everything that needs a real one. */
async function main(): Promise<number> {
  const home = await keycloakDistribution();
  const folder = await mkdtemp(join(tmpdir(), 'eventide-keycloak-'));
  const logFile = join(folder, 'keycloak.log');
  say(`Starting Keycloak ${VERSION}; it logs to ${logFile}`);
  const keycloak = await startKeycloak(home, logFile);
  const end = () => {
    void keycloak.stop().then(() => process.exit(130));
  };
  process.once('SIGINT', end).once('SIGTERM', end);
  try {
    const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'keycloak'];
    const playwright = ['node_modules/@playwright/test/cli.js', 'test'];
    const results = [run(keycloak, 'The directory at Keycloak', vitest)];
    if (!existsSync('dist/server/listener/main.js')) {
      say('\nSigning in through Keycloak: not run, because there is no build (npm run build)');
      return results.every(Boolean) ? NOT_RUN : 1;
    }
    const config = ['--config', 'e2e/keycloak/playwright.config.ts'];
    results.push(run(keycloak, 'Signing in through Keycloak', [...playwright, ...config]));
    return results.every(Boolean) ? 0 : 1;
  } finally {
    await keycloak.stop();
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof NotRunnable)) throw error;
  say(`\nTests against Keycloak: not run: ${error.message}`);
  process.exitCode = NOT_RUN;
}
