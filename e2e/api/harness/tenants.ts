import { withQuery, type AskableDeps } from '@/test/with-query';
import { inject } from 'vitest';
import { loadEnv } from '@/env';
import { ROLES, type Role } from '@/domain/roles/permissions';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { createCatalogStore } from '@/server/catalog/service/store';
import { systemClock } from '@/server/platform/clock';
import { openDatabase } from '@/server/platform/db/db';
import { builtInDirectory } from '@/server/identity-provider/service/built-in-directory';
import { createLogger } from '@/server/platform/log';
import { NO_PEERS } from '@/server/platform/outbound/address-rules';
import { outgoingClient } from '@/server/platform/outbound/outgoing-client';
import { noRegistryEvidence } from '@/server/registry/service/evidence';
import { bodyBudgetOf } from '@/server/platform/http/body-budget';
import { makeApiKey, makeOrganization } from '@/test/accounts';

const { databaseUrl, authSecret } = inject('startedServers');

const db = withQuery(openDatabase({ connection: { connectionString: databaseUrl }, poolSize: 4 }));
const logger = createLogger('silent');

/** The servers' own database, past the servers: for making organizations and for looking at rows. */
export const deps: AskableDeps = {
  env: { ...loadEnv({ AUTH_SECRET: authSecret }), authSecret },
  db,
  clock: systemClock,
  logger,
  identityProvider: builtInDirectory,
  mailer: null,
  registry: noRegistryEvidence,
  outgoing: outgoingClient(NO_PEERS),
  catalog: createCatalogStore(db, logger, systemClock),
  bodyBudget: bodyBudgetOf(loadEnv({ AUTH_SECRET: authSecret })),
};

export interface Tenant {
  readonly organizationId: OrganizationId;
  readonly keys: Readonly<Record<Role, string>>;
}

/** A new organization with a key of every role. */
export async function makeTenant(name = 'Tenant'): Promise<Tenant> {
  const organizationId = await makeOrganization(deps, name);
  const made = await Promise.all(
    ROLES.map(async (role) => [role, (await makeApiKey(deps, organizationId, role)).key] as const),
  );
  // One entry for each role, from the list of roles.
  return { organizationId, keys: Object.fromEntries(made) as Record<Role, string> };
}

/** A key that held once: it has expired, or was revoked. */
export async function makeDeadKey(
  { organizationId }: Tenant,
  why: 'expires_at' | 'revoked_at',
): Promise<string> {
  const { id, key } = await makeApiKey(deps, organizationId, 'admin');
  await deps.db.query(`UPDATE api_key SET ${why} = now() - interval '1 minute' WHERE id = $1`, [
    id,
  ]);
  return key;
}
