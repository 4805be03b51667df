import { isDomainError } from '@/domain/errors';
import type { Claims } from '@/domain/user/provider';
import { providerFailureCode, signInFailureCode } from '@/domain/user/sign-in';
import type { CallOrigin } from '@/server/platform/auth/principal';
import type { Deps } from '@/server/platform/deps';
import { REMOTE_ADDRESS_HEADER, requestIdOf } from '@/server/platform/http/mount';
import type { ProviderMetadata } from '@/server/single-sign-on/service/discovery';
import { endSessionAddress } from '@/server/single-sign-on/service/provider-session';
import { signInByProvider } from '@/server/single-sign-on/service/sign-in';
import { endSessionsIn } from '@/server/session/service/sessions';

/**
 * One request to next-auth's endpoints: the parts of it that next-auth's callbacks do not get, and the results that
 * next-auth cannot hold.
 */
export class Visit {
  /** Of the session that a sign-in at the provider has opened. */
  sessionId: string | undefined;
  /** Address at which the browser has to sign out at the provider as well. */
  leaveBy: string | null = null;
  /** Whether the provider's word was heard: then the outcome is in the trail. */
  isHeard = false;
  constructor(
    private readonly deps: Deps,
    private readonly headers: Headers,
    /** Null where the request does not need the provider, or it cannot be reached. */
    readonly provider: ProviderMetadata | null = null,
    /** In the trail, in the log and in the answer alike. */
    readonly requestId: string = requestIdOf(headers),
  ) {}

  get origin(): CallOrigin {
    return { requestId: this.requestId, remoteAddress: this.remoteAddress };
  }

  get remoteAddress(): string {
    return this.headers.get(REMOTE_ADDRESS_HEADER) ?? '';
  }

  /** Takes the provider's word for a person: true, or why not, as the code that the sign-in page reads. */
  async admit(claims: Claims, idToken: string): Promise<true | string> {
    const { deps, headers, origin } = this;
    this.isHeard = true;
    try {
      const { sessionId, refused } = await signInByProvider(deps, {
        claims,
        idToken,
        userAgent: headers.get('user-agent') ?? '',
        origin,
      });
      if (sessionId === null) return providerFailureCode(refused);
      await endSessionsIn(headers.get('cookie') ?? '', deps);
      this.sessionId = sessionId;
      return true;
    } catch (error) {
      if (!isDomainError(error)) deps.logger.error({ err: error }, 'sign-in failed');
      return signInFailureCode(isDomainError(error) ? error : null);
    }
  }

  /** Notes where the session that has just ended must end as well. A failure there is not one here. */
  async leave(sessionId: string): Promise<void> {
    try {
      this.leaveBy = await endSessionAddress(this.deps, sessionId);
    } catch (err) {
      this.deps.logger.error({ err }, 'sign-out at the provider failed');
    }
  }
}
