import { spawnSync } from 'node:child_process';
import { helm, kubernetesSchemas, monitorSchema, NotRunnable } from './fetched';

/** How this command ends when it could not do what it is for: neither passed nor failed. */
const NOT_RUN = 3;

/** Fetches what judges the chart, and has it judged. */
async function main(): Promise<number> {
  const env = {
    ...process.env,
    E2E_HELM: await helm(),
    E2E_KUBERNETES_SCHEMAS: await kubernetesSchemas(),
    E2E_MONITOR_SCHEMA: await monitorSchema(),
  };
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'deploy'];
  return spawnSync(process.execPath, vitest, { stdio: 'inherit', env }).status ?? 1;
}

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof NotRunnable)) throw error;
  process.stderr.write(`\nTests of the chart: skipped: ${error.message}\n`);
  process.exitCode = NOT_RUN;
}
