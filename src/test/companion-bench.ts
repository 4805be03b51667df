import { randomUUID } from 'node:crypto';
import type { ProjectState } from '@/domain/companion/pull';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Actor } from '@/server/platform/auth/principal';
import { makeActor, makeOrganization } from './accounts';
import { importedProduct, withCatalog } from './catalog';
import { testDatabase } from './database';
import { DependencyTrackServer, type RemoteProject } from './dependency-track-server';
import { testDeps, type TestDeps } from './deps';
import {
  getCompanion,
  listPulledProjects,
  requestPull,
  setCompanion,
} from '@/server/companion/service/companion';
import { pullWhenDue } from '@/server/companion/service/pull';

export const NOW = '2026-11-21T12:00:00Z';
export const IMPORTED = Date.parse('2026-11-20T08:00:00Z');

/** Makes a project that has a BOM. */
export function project(name: string, values: Partial<RemoteProject> = {}): RemoteProject {
  return { uuid: randomUUID(), name, version: '1', lastBomImport: IMPORTED, ...values };
}

/** A signal that nobody gives. */
export const never = () => new AbortController().signal;

interface StoredImage {
  readonly name: string;
  readonly tag: string;
  readonly labels: Record<string, string> | null;
  readonly is_active: boolean;
  readonly is_latest: boolean;
  readonly scans: number;
}

/** An organization that pulls from a server of the test's own. */
export class CompanionBench {
  private constructor(
    readonly deps: TestDeps,
    readonly remote: DependencyTrackServer,
    readonly organizationId: OrganizationId,
    readonly actor: Actor,
  ) {}

  /** Makes what the benches of one file share. */
  static async deps(): Promise<TestDeps> {
    const environment = { OUTGOING_ALLOW: '127.0.0.1', MAX_SCAN_BYTES: '8388608' };
    const deps = testDeps(await testDatabase(), environment);
    const cycles = [{ name: '3.2', supportedUntil: '2024-04-01' }];
    await withCatalog(deps, [
      importedProduct({ name: 'Django', purls: ['pkg:pypi/django'], cycles }),
    ]);
    return deps;
  }

  static async start(deps: TestDeps): Promise<CompanionBench> {
    deps.clock.set(NOW);
    const remote = await DependencyTrackServer.start();
    const organizationId = await makeOrganization(deps);
    const actor = await makeActor(deps, organizationId);
    await setCompanion(deps, actor, { url: remote.url, key: remote.key, intervalHours: null });
    return new CompanionBench(deps, remote, organizationId, actor);
  }

  state() {
    return getCompanion(this.deps, this.organizationId);
  }

  /** Pulls when it is due; false when it is not, or somebody else does. */
  pullWhenDue(signal = never()): Promise<boolean> {
    return pullWhenDue(this.deps, this.organizationId, signal);
  }

  /** Pulls now, and gives how it went. */
  async pull() {
    await requestPull(this.deps, this.actor);
    if (!(await this.pullWhenDue())) throw new Error('nothing was pulled');
    const { last_pull: last, ...rest } = await this.state();
    if (!last) throw new Error('there was no pull');
    return { ...rest, last };
  }

  async projects(state: ProjectState | null = null) {
    const query = { state, page: 1, size: 100 };
    return (await listPulledProjects(this.deps, this.organizationId, query)).items;
  }

  images(): Promise<StoredImage[]> {
    return this.deps.db.query<StoredImage>(
      `SELECT i.name, i.tag, i.labels, i.is_active, i.is_latest,
              (SELECT count(*)::int FROM scan s
               WHERE s.organization_id = i.organization_id AND s.image_tag_id = i.id) AS scans
       FROM image_tag i WHERE i.organization_id = $1 ORDER BY i.name, i.tag`,
      [this.organizationId],
    );
  }
}
