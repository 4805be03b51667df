import type { JWTPayload } from 'jose';
import type { z } from 'zod';
import type { newTrust } from '@/domain/build-token/fields';
import { audienceOf } from '@/domain/build-token/platform';
import { createTrusted, listRefused } from '@/server/build-token/service';
import { authenticate } from '@/server/platform/auth/authenticate';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { admitCredentials } from '@/server/platform/auth/shown-credentials';
import { makeActor, makeOrganization } from './accounts';
import { BuildIssuer, githubClaims, type TokenMade } from './build-issuer';
import type { TestDatabase } from './database';
import { testDeps, type TestDeps } from './deps';

export type Trusted = Partial<z.output<typeof newTrust>>;

/** An organization, and an issuer that signs tokens for its builds. */
export class BuildWorld {
  private constructor(
    readonly deps: TestDeps,
    readonly issuer: BuildIssuer,
    readonly organizationId: OrganizationId,
  ) {}

  /** @param host what the issuer's address names this machine by */
  static async create(
    db: TestDatabase,
    outgoingAllow = '127.0.0.1',
    host?: string,
  ): Promise<BuildWorld> {
    const deps = testDeps(db, { OUTGOING_ALLOW: outgoingAllow });
    return new BuildWorld(deps, await BuildIssuer.start(host), await makeOrganization(deps));
  }

  close(): Promise<void> {
    return this.issuer.close();
  }

  /** Has an organization trust `acme/shop` of GitHub, but for what is given. */
  async trust(given: Trusted = {}, organizationId = this.organizationId) {
    return createTrusted(this.deps, await makeActor(this.deps, organizationId), {
      ...{ platform: 'github', issuer: this.issuer.address, repository: 'acme/shop' },
      ...given,
    });
  }

  audience(organizationId = this.organizationId): string {
    return audienceOf(this.deps.env.publicUrl, organizationId);
  }

  /** Signs a token of a build now, of `acme/shop` but for its claims. */
  sign(made: TokenMade = {}, claims: JWTPayload = githubClaims): Promise<string> {
    return this.issuer.sign(this.audience(), {
      ...{ issuedAt: this.deps.clock.now(), ...made },
      claims: { ...claims, ...made.claims },
    });
  }

  show(token: string) {
    return authenticate(new Headers({ authorization: `Bearer ${token}` }), this.deps);
  }

  /** Shows a token as a request does. */
  admit(token: string, remoteAddress = '192.0.2.1') {
    const headers = new Headers({ authorization: `Bearer ${token}` });
    return admitCredentials(headers, this.deps, { remoteAddress, path: '/v2/scan' });
  }

  /** Lists what is noted of refused tokens, as `reason: repository`. */
  async refusals(): Promise<string[]> {
    const noted = await listRefused(this.deps, await makeActor(this.deps, this.organizationId));
    return noted.map(({ reason, repository }) => `${reason}: ${repository}`);
  }
}
