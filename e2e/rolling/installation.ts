import { execFile } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generateApiKey } from '@/domain/api-key/api-key';
import { ask } from '@/test/backup';
import { commands, freePort, ServerProcess } from '../api/harness/server-process';
import { startCatalogSource } from '../catalog-source';
import { startDatabaseCluster } from '../database-cluster';
import type { Looked } from '../kills/drained';
import { ORGANIZATION, PERSON } from './across';

const AUTH_SECRET = 'a secret for two versions side by side, and for them alone';
const ERROR = /"level":"(?:error|fatal)"/;

export interface Version {
  readonly process: ServerProcess;
  readonly metricsUrl: string;
}

/** What both versions share: a database, a catalog, and what the environment says. */
export async function prepareInstallation(folder: string) {
  const cluster = await startDatabaseCluster();
  const catalog = await startCatalogSource(await freePort());
  const key = generateApiKey().text;
  const environment = {
    ...cluster.main,
    ...{ AUTH_SECRET, OUTGOING_ALLOW: '127.0.0.1', CATALOG_URL: catalog.url },
    ...{ BOOTSTRAP_ORGANIZATION: ORGANIZATION, BOOTSTRAP_API_KEY: key },
    ...{ ADMIN_EMAIL: PERSON.email, ADMIN_PASSWORD: PERSON.password },
  };
  const url = cluster.main.DATABASE_OWNER_URL;

  /** Starts a version, and does not wait. */
  async function launch(name: string, tree?: string): Promise<Version> {
    const [port, metricsPort, home] = [await freePort(), await freePort(), join(folder, name)];
    await mkdir(home, { recursive: true });
    const process = await ServerProcess.launch({
      args: commands.node(),
      port,
      tree,
      logFile: join(home, 'server.log'),
      env: {
        ...environment,
        DATA_DIR: home,
        PUBLIC_URL: `http://127.0.0.1:${String(port)}`,
        METRICS_HOST: '127.0.0.1',
        METRICS_PORT: String(metricsPort),
      },
    });
    return { process, metricsUrl: `http://127.0.0.1:${String(metricsPort)}/metrics` };
  }

  const looked: Looked = {
    ask: <Row extends object>(sql: string) => ask<Row>(url, sql),
    address: () => Promise.resolve(url),
    command: (name, ...args) => {
      const { PATH = '', HOME = '' } = process.env;
      const env = { PATH, HOME, NODE_ENV: 'production' as const, ...environment, DATA_DIR: folder };
      const ended = new Promise<{ status: number | null; text: string }>((resolve) => {
        const file = `dist/cli/${name}.js`;
        const child = execFile(process.execPath, [file, ...args], { env }, (_, out, err) =>
          resolve({ status: child.exitCode, text: `${out}${err}` }),
        );
      });
      return { ended };
    },
  };

  return {
    key,
    launch,
    looked,
    stop: async () => {
      await catalog.stop();
      await cluster.stop();
    },
  };
}

/** How often each job ran in a process, and how often it failed. */
export async function jobsOf({ metricsUrl }: Version) {
  const text = await (await fetch(metricsUrl)).text();
  const ran = new Map<string, { runs: number; failed: number }>();
  for (const line of text.split('\n')) {
    if (!line.startsWith('eventide_job_runs_total{')) continue;
    const name = /name="([^"]*)"/.exec(line)?.[1] ?? '';
    const count = Number(line.slice(line.lastIndexOf(' ')));
    const { runs, failed } = ran.get(name) ?? { runs: 0, failed: 0 };
    const isFailed = line.includes('outcome="failed"');
    ran.set(name, { runs: runs + count, failed: failed + (isFailed ? count : 0) });
  }
  return ran;
}

/** What a server's log calls an error. */
export async function errorsOf({ process }: Version): Promise<string[]> {
  return (await readFile(process.logFile, 'utf8')).split('\n').filter((line) => ERROR.test(line));
}
