// The last step of the build of the command: the npm package that `npx` runs, beside the file that it holds. It has a
// manifest of its own, since the one of the project asks for everything that the server stands on.
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { constants, gzipSync } from 'node:zlib';
import { packTar } from 'modern-tar';

const fileOf = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const { name, version, description, license } = JSON.parse(
  await readFile(fileOf('package.json'), 'utf8'),
);
const COMMAND = 'eventide.mjs';
const README = `# ${name}

Asks an Eventide what has ended in an SBOM, and fails a build for it: \`${name} help\`. Its server tells the rest at /docs/gate.
`;
const manifest = {
  ...{ name, version, description, license, type: 'module' },
  ...{ bin: { [name]: COMMAND }, engines: { node: '>=20' } },
};
const files = [
  { path: 'package.json', text: `${JSON.stringify(manifest, null, 2)}\n` },
  { path: 'README.md', text: README },
  { path: 'LICENSE', text: await readFile(fileOf('LICENSE'), 'utf8') },
  { path: COMMAND, text: await readFile(fileOf(`public/cli/${COMMAND}`), 'utf8'), mode: 0o755 },
];
// The time that npm gives to all files, so that the same content is the same package.
const mtime = new Date('1985-10-26T08:15:00.000Z');
const tar = await packTar(
  files.map(({ path, text, mode = 0o644 }) => ({
    header: { name: `package/${path}`, size: Buffer.byteLength(text), mode, mtime },
    body: text,
  })),
);
await writeFile(
  fileOf(`public/cli/${name}.tgz`),
  gzipSync(tar, { level: constants.Z_BEST_COMPRESSION }),
);
