import { z } from 'zod';
import type { Deps } from '@/server/platform/deps';
import { configuredFetch } from '@/server/platform/outbound/configured-fetch';
import { fetchWithinOrigin, readAtMost } from '@/server/platform/outbound/guarded-fetch';
import { oncePer } from '@/server/platform/once-per';

/** Milliseconds that one answer of the provider, or its silence, is taken for the next one's. */
const KEEP_MS = 60_000;
const RETRY_AFTER_MS = 5_000;
const TIMEOUT_MS = 4_000;
const MAX_DOCUMENT_BYTES = 256 * 1024;

const endpoint = z.string().refine((text) => /^https?:$/.test(protocolOf(text)));

/** The used part of a provider's own description. Source: OpenID Connect Discovery 1.0, section 3. */
const documentSchema = z.object({
  issuer: z.string().min(1),
  authorization_endpoint: endpoint,
  token_endpoint: endpoint,
  jwks_uri: endpoint,
  userinfo_endpoint: endpoint.optional(),
  end_session_endpoint: endpoint.optional(),
  id_token_signing_alg_values_supported: z.array(z.string()).default(['RS256']),
  token_endpoint_auth_methods_supported: z.array(z.string()).default(['client_secret_basic']),
});
export type ProviderMetadata = Readonly<z.infer<typeof documentSchema>>;

interface Known {
  /** The last description that was read, however old. */
  metadata: ProviderMetadata | null;
  /** Until when nothing is asked again. */
  freshUntilMs: number;
  /** The last attempt went wrong. */
  isSilent: boolean;
  asking: Promise<ProviderMetadata | null> | null;
}

const knownOf = oncePer((_: Deps): Known => ({
  metadata: null,
  freshUntilMs: 0,
  isSilent: false,
  asking: null,
}));

/**
 * Finds the provider's endpoints as it describes them now, give or take a minute. Null: there is none, or it cannot
 * be asked, which the log tells. Never rejects and takes some seconds at most.
 */
export async function findProvider(deps: Deps): Promise<ProviderMetadata | null> {
  const { oidc } = deps.env;
  if (!oidc) return null;
  const known = knownOf(deps);
  const freshForMs = known.freshUntilMs - deps.clock.now().getTime();
  // Longer than anything is kept: the clock was set back.
  if (freshForMs > 0 && freshForMs <= KEEP_MS) return known.isSilent ? null : known.metadata;
  known.asking ??= ask(deps, oidc.issuer, known).finally(() => {
    known.asking = null;
  });
  return known.asking;
}

/** Does as {@link findProvider}; while the provider is silent, gives its last description. */
export async function lastKnownProvider(deps: Deps): Promise<ProviderMetadata | null> {
  return (await findProvider(deps)) ?? knownOf(deps).metadata;
}

async function ask(deps: Deps, issuer: string, known: Known): Promise<ProviderMetadata | null> {
  const read = await readDocument(deps, issuer).catch((err: unknown) => {
    deps.logger.warn({ err, issuer }, 'the OpenID Connect provider cannot be asked');
    return null;
  });
  known.isSilent = read === null;
  known.metadata = read ?? known.metadata;
  known.freshUntilMs = deps.clock.now().getTime() + (read ? KEEP_MS : RETRY_AFTER_MS);
  return read;
}

async function readDocument({ env }: Deps, issuer: string): Promise<ProviderMetadata> {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const answer = await fetchWithinOrigin(configuredFetch(env), new URL(address), {
    headers: { accept: 'application/json' },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!answer.ok) throw new Error(`${address} answers ${String(answer.status)}`);
  const text = await readAtMost(answer, MAX_DOCUMENT_BYTES);
  const document = documentSchema.parse(JSON.parse(text.toString('utf8')));
  // The server that answers under this address must be the one that was configured: its tokens carry this name.
  if (withoutSlash(document.issuer) !== withoutSlash(issuer)) {
    throw new Error(`${address} describes another issuer: ${document.issuer}`);
  }
  return document;
}

const withoutSlash = (text: string) => text.replace(/\/$/, '');

function protocolOf(text: string): string {
  return URL.canParse(text) ? new URL(text).protocol : '';
}
