import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { generateApiKey } from '@/domain/api-key/api-key';
import { alerts, expressions, panels } from '@/test/watching-files';
import { imageScan } from '../api/harness/payloads';
import { commands, freePort, ServerProcess } from '../api/harness/server-process';
import { told } from './told';

/** Panels that show nothing of a new server: it has no replicas, has asked nobody, has removed nothing and reads no catalog. */
const QUIET = new Set([
  'Catalog read',
  'Requests to other servers',
  'Rows that retention removed',
  'Lists, by who answers and why',
  'Replicas are behind by',
  'Processes that read nothing from a replica',
]);

const closing: (() => Promise<unknown>)[] = [];
let prometheus = '';

async function startServer(folder: string, metricsPort: number): Promise<void> {
  const key = generateApiKey().text;
  const port = await freePort();
  const server = await ServerProcess.launch({
    ...{ args: commands.node(), port, logFile: join(folder, 'server.log') },
    env: {
      ...{ DATA_DIR: folder, BACKUP_DIR: join(folder, 'backups') },
      ...{ METRICS_PORT: String(metricsPort), SCANNER_TLS_PORT: String(await freePort()) },
      ...{ BOOTSTRAP_ORGANIZATION: 'Acme', BOOTSTRAP_API_KEY: key },
      PUBLIC_URL: `http://127.0.0.1:${String(port)}`,
    },
  });
  closing.unshift(() => server.stop());
  await server.ready();
  const matches = [{ product: 'Python', cycle: '3.6' }];
  const scan = imageScan({ project: 'shop', image: 'shop/web:1', matches });
  const taken = await fetch(`${server.origin}/v2/scan`, {
    method: 'PUT',
    headers: { authorization: `ApiKey ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(scan),
  });
  expect(taken.status).toBe(200);
}

async function startPrometheus(folder: string, metricsPort: number): Promise<void> {
  const address = `127.0.0.1:${String(await freePort())}`;
  prometheus = `http://${address}`;
  const config = join(folder, 'prometheus.yml');
  const settings = {
    global: { scrape_interval: '1s', evaluation_interval: '1s' },
    rule_files: [resolve('deploy/prometheus/alerts.yaml')],
    scrape_configs: [
      {
        job_name: 'eventide',
        static_configs: [{ targets: [`127.0.0.1:${String(metricsPort)}`] }],
      },
    ],
  };
  // JSON is YAML.
  await writeFile(config, JSON.stringify(settings));
  const log = await open(join(folder, 'prometheus.log'), 'a');
  const args = [
    `--config.file=${config}`,
    `--storage.tsdb.path=${join(folder, 'tsdb')}`,
    `--web.listen-address=${address}`,
  ];
  const child = spawn(told('E2E_PROMETHEUS'), args, { stdio: ['ignore', log.fd, log.fd] });
  await log.close();
  closing.unshift(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  });
}

const answer = z.object({
  status: z.string(),
  error: z.string().optional(),
  data: z.object({ result: z.array(z.unknown()) }).optional(),
});

/** Asks as Grafana does, which puts values in the place of its variables. */
async function ask(expression: string) {
  const query = expression.replaceAll('$__rate_interval', '1m').replaceAll('$instance', '.*');
  const response = await fetch(`${prometheus}/api/v1/query`, {
    method: 'POST',
    body: new URLSearchParams({ query }),
  });
  const { status, error = '', data } = answer.parse(await response.json());
  return { status, error, found: data?.result.length ?? 0 };
}

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'eventide-prometheus-'));
  closing.push(() => rm(folder, { recursive: true, force: true }));
  // As root, PostgreSQL runs as another user, who has to pass through this folder.
  await chmod(folder, 0o755);
  const metricsPort = await freePort();
  await startServer(folder, metricsPort);
  await startPrometheus(folder, metricsPort);
  // Without two of them nothing can be said of rates.
  await vi.waitFor(
    async () => {
      const { found } = await ask('count_over_time(eventide_info[1m]) >= 2');
      expect(found).toBe(1);
    },
    { timeout: 30_000, interval: 500 },
  );
}, 120_000);

afterAll(async () => {
  for (const close of closing) await close();
});

test.each(expressions)('%s: Prometheus understands %s', async (_title, expression) => {
  expect(await ask(expression)).toMatchObject({ status: 'success', error: '' });
});

test.each(
  panels
    .filter(({ title }) => !QUIET.has(title))
    .flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
)('%s: a new server shows something for %s', async (_title, expression) => {
  // Jobs and figures take a moment.
  await expect
    .poll(async () => (await ask(expression)).found, { timeout: 45_000 })
    .toBeGreaterThan(0);
});

test('of a new server that is well no alert is pending', async () => {
  const pending = await Promise.all(
    alerts.map(async ({ alert, expr }) => ({ alert, found: (await ask(expr)).found })),
  );
  expect(pending.filter(({ found }) => found > 0)).toEqual([]);
});
