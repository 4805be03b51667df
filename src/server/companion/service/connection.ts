import { invalid, notFound } from '@/domain/errors';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Deps } from '@/server/platform/deps';
import { Secret } from '@/server/platform/secrets/secret';
import { findCompanion } from '../repository/companion';
import { keyOf } from './companion';
import { countPortfolio } from './portfolio';
import { Remote, RemoteFailure, type RemoteAddress } from './remote';

/** Milliseconds after which a test of a connection is given up, all of it together. */
const MAX_CHECK_MS = 25_000;

/** Address and key to try; what is left out is taken as it is stored. */
export interface ConnectionInput {
  readonly url: string | null;
  readonly key: string | null;
}

/**
 * Tries whether a Dependency-Track answers, and its key reads the portfolio. Nothing is stored.
 * @throws DomainError 422 when an address comes without its key, 404 when nothing is given and nothing stored, 409 when
 * the stored key cannot be read any more
 */
export async function checkConnection(
  deps: Deps,
  organizationId: OrganizationId,
  input: ConnectionInput,
) {
  const address = await addressOf(deps, organizationId, input);
  const remote = new Remote(deps, address, AbortSignal.timeout(MAX_CHECK_MS));
  let version: string | null = null;
  try {
    version = await remote.version();
    const projects = await countPortfolio(remote);
    return { reachable: true, server_version: version, projects, fault: null };
  } catch (error) {
    const fault = faultOf(error);
    if (fault === null) throw error;
    return { reachable: false, server_version: version, projects: null, fault };
  }
}

function faultOf(error: unknown): string | null {
  if (error instanceof RemoteFailure) return error.message;
  const isTooLate = error instanceof DOMException && error.name === 'TimeoutError';
  return isTooLate ? `It did not answer in ${String(MAX_CHECK_MS / 1_000)} seconds` : null;
}

async function addressOf(
  deps: Deps,
  organizationId: OrganizationId,
  { url, key }: ConnectionInput,
): Promise<RemoteAddress> {
  if (url !== null && key !== null) return { url, key: new Secret(key) };
  const stored = await findCompanion(organizationId, deps.db);
  if (!stored && url === null) throw notFound('Companion');
  const isKeyStored = stored && (url === null || url === stored.url);
  if (!isKeyStored && key === null) {
    const loc = ['body', 'api_key'];
    throw invalid([{ loc, msg: 'Field required', type: 'missing' }]);
  }
  if (!stored) throw notFound('Companion');
  return {
    url: url ?? stored.url,
    key: key === null ? await keyOf(deps, organizationId, stored) : new Secret(key),
  };
}
