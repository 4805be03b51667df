import { loadEnv } from '@/env';
import { createCatalogStore } from '@/server/catalog/catalog-store';
import { manualClock, type ManualClock } from '@/server/clock';
import type { Database } from '@/server/db';
import type { Deps } from '@/server/deps';
import { builtInDirectory } from '@/server/identity-provider/built-in-directory';
import { createLogger } from '@/server/logger';
import { noRegistryEvidence } from '@/server/registry/registry-evidence';

export interface TestDeps extends Deps {
  readonly clock: ManualClock;
  /** Everything that was logged, as text. */
  logged(): string;
}

const AUTH_SECRET = 'a secret for tests, and for tests alone';

/** What services are given, around a test's own database: a clock that stands still, a log that is kept. */
export function testDeps(
  db: Database,
  environment: Readonly<Record<string, string>> = {},
): TestDeps {
  let text = '';
  const logger = createLogger('trace', { write: (line) => (text += line) });
  return {
    env: { ...loadEnv({ NODE_ENV: 'test', ...environment }), authSecret: AUTH_SECRET },
    db,
    clock: manualClock('2026-11-21T12:00:00Z'),
    logger,
    identityProvider: builtInDirectory,
    registry: noRegistryEvidence,
    catalog: createCatalogStore(db, logger),
    logged: () => text,
  };
}
