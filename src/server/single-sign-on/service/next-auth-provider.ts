import type { OAuthConfig } from 'next-auth/providers/oauth';
import { mergedClaims, type Claims } from '@/domain/user/provider';
import type { Deps } from '@/server/platform/deps';
import type { ProviderMetadata } from './discovery';

/** Its id in next-auth, and so the end of the address that people come back to. */
export const PROVIDER_ID = 'oidc';

const TIMEOUT_MS = 6_000;
/** In the order of preference; symmetric ones and `none` are never taken. */
const SIGNATURES = ['RS256', 'ES256', 'PS256', 'EdDSA', 'ES384', 'ES512', 'RS512'];

/**
 * Gives the configured provider as next-auth takes it: authorization code with PKCE, state and nonce, and an ID
 * token whose signature, issuer, audience and nonce are checked.
 * @param metadata null where it is only named, or cannot be reached: signing in then fails with `OAuthSignin`
 */
export function nextAuthProvider(
  { clientId, clientSecret, name, scope }: NonNullable<Deps['env']['oidc']>,
  metadata: ProviderMetadata | null,
): OAuthConfig<Claims> {
  const userinfo = metadata?.userinfo_endpoint;
  return {
    id: PROVIDER_ID,
    name,
    type: 'oauth',
    version: '2.0',
    clientId,
    clientSecret,
    issuer: metadata?.issuer,
    authorization: { url: metadata?.authorization_endpoint, params: { scope } },
    token: { url: metadata?.token_endpoint },
    userinfo: {
      url: userinfo,
      // Many providers put e-mail address and roles into one of the two alone.
      request: async ({ client, tokens }) => {
        // Both are next-auth's `TokenSet` by its types, and openid-client's when it runs.
        const set = tokens as Parameters<typeof client.userinfo>[0] & { claims(): Claims };
        return mergedClaims(set.claims(), userinfo === undefined ? {} : await client.userinfo(set));
      },
    },
    jwks_endpoint: metadata?.jwks_uri,
    idToken: true,
    checks: ['pkce', 'state', 'nonce'],
    httpOptions: { timeout: TIMEOUT_MS },
    client: metadata ? clientSettings(metadata) : {},
    profile: (claims) => ({ id: String(claims['sub']), sessionId: '' }),
  };
}

function clientSettings(metadata: ProviderMetadata) {
  const { id_token_signing_alg_values_supported: signatures } = metadata;
  const { token_endpoint_auth_methods_supported: methods } = metadata;
  const takesHeader = methods.includes('client_secret_basic');
  return {
    id_token_signed_response_alg: SIGNATURES.find((name) => signatures.includes(name)) ?? 'RS256',
    token_endpoint_auth_method:
      !takesHeader && methods.includes('client_secret_post')
        ? ('client_secret_post' as const)
        : ('client_secret_basic' as const),
  };
}
