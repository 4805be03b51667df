import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { RegistryComponent } from '@/domain/registry/component';
import { deprecatedVersion } from '@/domain/registry/testing/documents';
import { manualClock, type ManualClock } from '@/server/platform/clock';
import { createLogger } from '@/server/platform/log';
import { testDatabase, type TestDatabase } from '@/test/database';
import { manualDelay, type ManualDelay } from '@/test/time';
import { startRegistryServer, type RegistryServer, type Route } from '@/test/registry-server';
import {
  createRegistryEvidence,
  type RegistryEvidence,
  type RegistryEvidenceParts,
} from '@/server/registry/service/evidence';

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
/** A registry that never answers. */
export const hang: Route = () => undefined;
export const fail: Route = (_, response) => response.writeHead(500).end('secret detail');

export function component(name = 'leftover', version = '2.88.2'): RegistryComponent {
  return { ecosystem: 'npm', namespace: null, name, version };
}

export interface EvidenceBench {
  readonly db: TestDatabase;
  /** An npm registry that has `leftover` in version 2.88.2, deprecated. */
  readonly registry: RegistryServer;
  /** At noon, UTC, of 2026-11-21. */
  readonly clock: ManualClock;
  readonly time: ManualDelay;
  logged(): string;
  /** One process's evidence, by the registry above; stopped when the test ends. */
  open(more?: Partial<RegistryEvidenceParts>): RegistryEvidence;
}

/** Makes the tools of a test, new for each. */
export function evidenceBench(): () => EvidenceBench {
  let db: TestDatabase;
  let registry: RegistryServer;
  let bench: EvidenceBench;
  let opened: RegistryEvidence[] = [];

  beforeAll(async () => {
    [db, registry] = await Promise.all([testDatabase(), startRegistryServer()]);
  });
  beforeEach(async () => {
    await db.query('DELETE FROM registry_evidence');
    registry.routes.clear();
    registry.routes.set('/leftover/2.88.2', deprecatedVersion);
    registry.asked.length = 0;
    const clock = manualClock('2026-11-21T12:00:00Z');
    const time = manualDelay();
    let logged = '';
    const logger = createLogger('trace', { write: (line) => (logged += line) });
    const env = { registryUrls: { npm: registry.url.replace('//', '//user:hunter2@') } };
    const parts = { env, db, clock, logger, fetch: globalThis.fetch, delay: time.delay };
    const open = (more: Partial<RegistryEvidenceParts> = {}) => {
      const evidence = createRegistryEvidence({ ...parts, ...more });
      opened.push(evidence);
      return evidence;
    };
    bench = { db, registry, clock, time, logged: () => logged, open };
  });
  afterEach(async () => {
    await Promise.all(opened.map((evidence) => evidence.stop()));
    opened = [];
  });
  afterAll(() => Promise.all([db.close(), registry.close()]));
  return () => bench;
}
