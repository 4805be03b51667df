import { loadEnv } from '@/env';
import { ROLES, type Role } from '@/domain/roles/permissions';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { createCatalogStore } from '@/server/catalog/service/store';
import { systemClock } from '@/server/platform/clock';
import { openDatabase } from '@/server/platform/db/db';
import { bodyBudgetOf } from '@/server/platform/http/body-budget';
import { builtInDirectory } from '@/server/identity-provider/service/built-in-directory';
import { createLogger } from '@/server/platform/log';
import { NO_PEERS } from '@/server/platform/outbound/address-rules';
import { outgoingClient } from '@/server/platform/outbound/outgoing-client';
import { noRegistryEvidence } from '@/server/registry/service/evidence';
import { makeApiKey, makeOrganization } from '@/test/accounts';
import { withQuery, type AskableDeps } from '@/test/with-query';

export interface Tenant {
  readonly organizationId: OrganizationId;
  readonly keys: Readonly<Record<Role, string>>;
}

/** Opens the database of servers that run: for making organizations, and for looking at rows. */
export function depsOf({
  databaseUrl,
  authSecret,
}: {
  readonly databaseUrl: string;
  readonly authSecret: string;
}): AskableDeps {
  const connection = { connectionString: databaseUrl };
  const db = withQuery(openDatabase({ connection, poolSize: 4 }));
  const logger = createLogger('silent');
  const env = loadEnv({ AUTH_SECRET: authSecret });
  return {
    env: { ...env, authSecret },
    db,
    clock: systemClock,
    logger,
    identityProvider: builtInDirectory,
    mailer: null,
    registry: noRegistryEvidence,
    outgoing: outgoingClient(NO_PEERS),
    catalog: createCatalogStore(db, logger, systemClock),
    ending: new AbortController().signal,
    bodyBudget: bodyBudgetOf(env),
  };
}

/** Makes an organization with a key of every role. */
export async function makeTenantIn(deps: AskableDeps, name = 'Tenant'): Promise<Tenant> {
  const organizationId = await makeOrganization(deps, name);
  const made = await Promise.all(
    ROLES.map(async (role) => [role, (await makeApiKey(deps, organizationId, role)).key] as const),
  );
  // One entry for each role, from the list of roles.
  return { organizationId, keys: Object.fromEntries(made) as Record<Role, string> };
}
