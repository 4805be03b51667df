import { isIP } from 'node:net';
import type { Env } from '@/env';
import { traceHeaders } from '../tracing';
import { nearnessBy } from './address-rules';
import { inCall } from './in-call';

type Fetch = typeof globalThis.fetch;

/**
 * Makes `fetch` for servers that the configuration names: it asks any address, as the one that it is made of does, and in
 * a span. Addresses that people typed in are for the guarded client alone, see `outgoing-client.ts`.
 *
 * Which trace a question belongs to is told to what `OUTGOING_ALLOW` names and to the Keycloak whose members this service
 * keeps: registries, a source of the catalog and a provider for signing in may be other people's.
 * @param fetch the global one as it is now: Next replaces it for the pages' own use
 */
export function configuredFetch(
  { outgoingAllowed, keycloak }: Pick<Env, 'outgoingAllowed' | 'keycloak'>,
  fetch: Fetch = globalThis.fetch,
): Fetch {
  const nearness = nearnessBy(outgoingAllowed);
  const directory = keycloak && new URL(keycloak.url).host;
  const isInside = ({ host, hostname }: URL) => {
    const name = hostname.replace(/^\[|\]$/g, '');
    if (host === directory || outgoingAllowed.hosts.has(name)) return true;
    return isIP(name) !== 0 && nearness(name) === 'allowed';
  };
  return async (asked: Parameters<Fetch>[0], init?: RequestInit) => {
    const given = asked instanceof Request ? asked : { url: asked, method: 'GET', headers: {} };
    const address = new URL(given.url);
    return inCall(init?.method ?? given.method, address, () => {
      const told = isInside(address) ? Object.entries(traceHeaders()) : [];
      if (told.length === 0) return fetch(asked, init);
      const headers = new Headers(init?.headers ?? given.headers);
      for (const [name, value] of told) headers.set(name, value);
      return fetch(asked, { ...init, headers });
    });
  };
}
