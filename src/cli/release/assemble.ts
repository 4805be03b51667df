import { chmod, copyFile, lstat, mkdir, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { licenceList } from './licences';
import { nativeParts } from './native-parts';
import { type Manifest, readManifest, sourceTime } from './project';
import { runtimeFiles } from './runtime-files';
import { type Contents, sbomOf } from './sbom';
import { shippedPackages } from './shipped-packages';

/** Where it lies in an installation. */
export const SBOM_FILE = 'sbom.cdx.json';
export const LICENCES_FILE = 'LICENCES.txt';

/** Node itself, which comes in a package too. */
const NODE = 'node_modules/node/bin/node';

/** As few modes as there are uses, whatever the umask of the machine that builds. */
async function copy(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  const found = await lstat(from);
  if (found.isSymbolicLink()) {
    await symlink(await readlink(from), to);
    return;
  }
  await copyFile(from, to);
  await chmod(to, (found.mode & 0o100) === 0 ? 0o644 : 0o755);
}

/** The manifest of an installation: it asks for nothing, since everything is there. */
function installedManifest({ name, version, description, license, engines, scripts }: Manifest) {
  const { start } = scripts;
  return {
    name,
    version,
    description,
    license,
    private: true,
    type: 'module',
    engines,
    scripts: { start },
  };
}

export async function writeJson(path: string, value: unknown): Promise<void> {
  await writeFile(path, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o644 });
}

/**
 * Puts together what runs, of a project that is built: a folder that needs nothing but a C library, with its SBOM and the
 * licences of everything in it. What was in the folder is gone.
 */
export async function assemble(root: string, target: string): Promise<Contents> {
  const files = await runtimeFiles(root);
  const [packages, parts] = [await shippedPackages(root, files), await nativeParts(root, files)];
  const manifest = await readManifest(root);
  const madeAt = (await sourceTime(root))?.toISOString() ?? null;
  await rm(target, { recursive: true, force: true });
  for (const path of files) await copy(join(root, path), join(target, path));
  // The one that everything was tried with; `npm start` takes whatever is on the path.
  await copy(join(root, NODE), join(target, 'bin/node'));
  await writeJson(join(target, 'package.json'), installedManifest(manifest));
  await writeJson(join(target, SBOM_FILE), sbomOf({ ...manifest, madeAt }, { packages, parts }));
  const licences = await licenceList(root, { packages, parts });
  await writeFile(join(target, LICENCES_FILE), licences);
  return { packages, parts };
}
