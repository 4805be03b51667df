import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { NotRunnable, program } from '../database/programs';
import { helm, kubernetesSchemas, monitorSchema } from './fetched';
import type { Told } from './told';

/** How this command ends when it could not do all that it is for: neither passed nor failed. */
const NOT_RUN = 3;

type Tools = Readonly<Partial<Record<Told, string>>>;

interface Trial {
  readonly title: string;
  /** Its files beside this one. */
  readonly tests: readonly string[];
  /** Looks for what it needs, or fetches that. @throws NotRunnable */
  readonly look: () => Tools | Promise<Tools>;
}

const TRIALS: readonly Trial[] = [
  {
    title: "The chart, by Helm and Kubernetes' own schemas",
    tests: ['chart.test.ts', 'wiring.test.ts', 'restore.test.ts'],
    look: async () => ({
      E2E_HELM: await helm(),
      E2E_KUBERNETES_SCHEMAS: await kubernetesSchemas(),
      E2E_MONITOR_SCHEMA: await monitorSchema(),
    }),
  },
  {
    title: 'The unit, by systemd',
    tests: ['unit.test.ts'],
    look: () => ({ E2E_SYSTEMD_ANALYZE: program('systemd-analyze') }),
  },
  {
    title: 'The alerts, by promtool',
    tests: ['alerts.test.ts'],
    look: () => ({ E2E_PROMTOOL: program('promtool') }),
  },
  {
    title: 'The dashboard and the alerts, by a Prometheus that reads a server',
    tests: ['prometheus.test.ts'],
    look: () => {
      if (!existsSync('dist/server/listener/main.js'))
        throw new NotRunnable('there is no build (npm run build)');
      return { E2E_PROMETHEUS: program('prometheus') };
    },
  },
];

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** Whether it passed; null: it could not be run, for a reason that is said. */
async function run({ title, tests, look }: Trial): Promise<boolean | null> {
  try {
    const env = { ...process.env, ...(await look()) };
    say(`\n== ${title}`);
    const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'deploy'];
    const args = [...vitest, ...tests.map((test) => `e2e/deploy/${test}`)];
    return spawnSync(process.execPath, args, { stdio: 'inherit', env }).status === 0;
  } catch (error) {
    if (!(error instanceof NotRunnable)) throw error;
    say(`\n== ${title}: NOT RUN: ${error.message}`);
    return null;
  }
}

async function main(): Promise<number> {
  const results: (boolean | null)[] = [];
  for (const trial of TRIALS) results.push(await run(trial));
  if (results.includes(false)) return 1;
  return results.includes(null) ? NOT_RUN : 0;
}

process.exitCode = await main();
