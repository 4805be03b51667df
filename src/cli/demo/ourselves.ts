import type { Principal } from '@/server/platform/auth/principal';
import type { Deps } from '@/server/platform/deps';
import { readSbom } from '@/server/sbom/service/body';
import { uploadSbom } from '@/server/sbom/service/sbom';
import lock from '../../../package-lock.json';
import manifest from '../../../package.json';
import type { KeyName } from '../../../prisma/seed/organization/keys';
import { nodePart, postgresFolder, postgresParts } from '../release/native-parts';
import { sbomOf } from '../release/sbom';
import { foldersOfProduction, packagesOfLock } from '../release/lock-packages';

const MAX_BYTES = 16 * 1024 * 1024;

/**
 * Uploads an SBOM of Eventide: who tracks what has ended is no exception. It is made of the lock file, which a checkout has;
 * the one that lies in an image is of what was put into that, which is not quite the same.
 */
export async function uploadOurselves(
  deps: Deps,
  callers: ReadonlyMap<KeyName, Principal>,
): Promise<void> {
  const caller = callers.get('GitLab CI');
  if (!caller) return;
  const { name, version, license } = manifest;
  const document = sbomOf(
    { name, version, license, madeAt: deps.clock.now().toISOString() },
    {
      packages: packagesOfLock(lock, foldersOfProduction(lock)),
      parts: [
        nodePart(process.version.slice(1)),
        ...(await postgresParts(process.cwd(), postgresFolder())),
      ],
      // What the Dockerfile builds on unless it is told otherwise.
      distribution: { name: 'debian', version: '13' },
    },
  );
  const request = new Request('http://localhost/sbom', {
    method: 'PUT',
    body: JSON.stringify(document),
  });
  const subject = { project: name, name, tag: version, digest: null, labels: {} };
  await readSbom(request, { path: '/sbom', maxBytes: MAX_BYTES }, async (read) =>
    uploadSbom(deps, caller, await read.takeDocument(), subject, read.scanBody),
  );
}
