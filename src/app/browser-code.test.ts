import { builtinModules } from 'node:module';
import { glob, readFile } from 'node:fs/promises';
import { build, type Metafile } from 'esbuild';
import { beforeAll, expect, test } from 'vitest';

/** Shown around every page, so that what they import is loaded with each. */
const FRAMES = ['src/app/layout.tsx', 'src/app/dashboard-frame.tsx'];
/** What forms are checked with, which come later. */
const FOR_FORMS = ['zod', 'react-hook-form', 'radix-ui/select'];
const BUILT_IN = new Set(builtinModules);

let clients: string[];
let outputs: Metafile['outputs'];

beforeAll(async () => {
  clients = await clientModules();
  const { metafile } = await build({
    entryPoints: clients,
    outdir: 'unwritten',
    ...{ bundle: true, splitting: true, format: 'esm', platform: 'browser' },
    ...{ packages: 'external', jsx: 'automatic', write: false, metafile: true },
  });
  outputs = metafile.outputs;
});

test('nothing that a browser loads is of Node: what stands in for it is larger than a page', () => {
  const used = Object.values(outputs)
    .flatMap(({ imports }) => imports.map(({ path }) => path))
    .filter((path) => path.startsWith('node:') || BUILT_IN.has(path));
  expect(clients.length).toBeGreaterThan(200);
  expect(used).toEqual([]);
});

test('no page loads with its frame what forms alone need', async () => {
  const { metafile } = await build({
    entryPoints: FRAMES,
    outdir: 'unwritten',
    ...{ bundle: true, format: 'esm', platform: 'node', loader: { '.css': 'empty' } },
    ...{ packages: 'external', jsx: 'automatic', write: false, metafile: true },
  });
  const framing = FRAMES.flatMap((frame) => metafile.inputs[frame]?.imports ?? [])
    .map(({ path }) => path)
    .filter((path) => clients.includes(path));
  expect(framing.length).toBeGreaterThan(5);
  const loaded = framing.flatMap((path) => [...packagesOf(path)].map((name) => [name, path]));
  expect(loaded.filter(([name]) => FOR_FORMS.includes(name ?? ''))).toEqual([]);
});

async function clientModules(): Promise<string[]> {
  const found: string[] = [];
  for await (const path of glob('src/**/*.{ts,tsx}')) {
    if (/^'use client';$/m.test(await readFile(path, 'utf8'))) found.push(path);
  }
  return found.sort();
}

/** The packages that are there before a module of the browser runs: not those that it asks for later. */
function packagesOf(entry: string): Set<string> {
  const packages = new Set<string>();
  const start = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === entry);
  const waiting = start ? [start[0]] : [];
  for (const output of waiting) {
    for (const { path, kind, external } of outputs[output]?.imports ?? []) {
      if (kind === 'dynamic-import') continue;
      if (external) packages.add(path);
      else if (!waiting.includes(path)) waiting.push(path);
    }
  }
  return packages;
}
