import { inject } from 'vitest';
import { makeApiKey } from '@/test/accounts';
import { depsOf, makeTenantIn, type Tenant } from './past-the-server';

export type { Tenant } from './past-the-server';

/** The servers' own database, past the servers. */
export const deps = depsOf(inject('startedServers'));

/** A new organization with a key of every role. */
export function makeTenant(name?: string): Promise<Tenant> {
  return makeTenantIn(deps, name);
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
