import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';

export const VERSION = '26.2.5';
const ARTIFACT = `org.keycloak:keycloak-quarkus-dist:${VERSION}:zip`;
const OLDEST_JAVA = 17;
/** Beside the packages: git-ignored, and as disposable as they are. */
const CACHE = resolve('node_modules/.cache/keycloak');

/** Keycloak cannot be run on this machine, which is no fault of the product's. */
export class NotRunnable extends Error {
  override readonly name = 'NotRunnable';
}

/** The folder of an unpacked Keycloak, fetched with Maven unless it is there. @throws NotRunnable */
export async function keycloakDistribution(): Promise<string> {
  requireJava();
  const home = join(CACHE, `keycloak-${VERSION}`);
  if (existsSync(join(home, 'version.txt'))) return home;
  const unpacked = `${CACHE}.${String(process.pid)}`;
  await mkdir(unpacked, { recursive: true });
  try {
    unpack(unpacked);
    await mkdir(CACHE, { recursive: true });
    // Whole or not at all: a run that is cut short leaves nothing that looks like Keycloak.
    await rename(join(unpacked, `keycloak-${VERSION}`), home);
  } finally {
    await rm(unpacked, { recursive: true, force: true });
  }
  return home;
}

/** Which server it comes from is for Maven's own settings to say. */
function unpack(folder: string): void {
  if (spawnSync('mvn', ['-v']).status !== 0) throw new NotRunnable('Maven (mvn) is not installed');
  process.stderr.write(`Fetching Keycloak ${VERSION} with Maven\n`);
  const { status, stdout } = spawnSync(
    'mvn',
    ['-q', '-B', 'dependency:unpack', `-Dartifact=${ARTIFACT}`, `-DoutputDirectory=${folder}`],
    // Without a project, Maven leaves a folder of markers where it is called.
    { cwd: folder, encoding: 'utf8' },
  );
  if (status === 0) return;
  const why = stdout.split('\n').find((line) => line.startsWith('[ERROR]')) ?? '';
  throw new NotRunnable(`Maven could not fetch ${ARTIFACT}: ${why}`);
}

function requireJava(): void {
  const { status, stderr } = spawnSync('java', ['-version'], { encoding: 'utf8' });
  if (status !== 0) throw new NotRunnable('Java is not installed');
  const major = Number(/version "(\d+)/.exec(stderr)?.[1] ?? 0);
  if (major < OLDEST_JAVA)
    throw new NotRunnable(`Java ${String(OLDEST_JAVA)} is needed; this is ${String(major)}`);
}
