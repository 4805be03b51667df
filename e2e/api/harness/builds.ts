import type { JWTPayload } from 'jose';
import { audienceOf } from '@/domain/build-token/platform';
import { type BuildIssuer, githubClaims } from '@/test/build-issuer';
import type { ApiClient } from './api-client';
import type { Tenant } from './tenants';
import { unique } from './tenant-world';

/** A repository that a tenant trusts, and its builds. */
export class TrustedBuild {
  private constructor(
    private readonly api: ApiClient,
    private readonly issuer: BuildIssuer,
    readonly audience: string,
    readonly project: string,
    readonly id: string,
  ) {}

  /** Has a tenant's admin trust `acme/shop`, for a project of its own. */
  static async create(
    api: ApiClient,
    { organizationId, keys }: Tenant,
    issuer: BuildIssuer,
    given: Readonly<Record<string, unknown>> = {},
  ): Promise<TrustedBuild> {
    const project = unique('built');
    const answer = await api.withKey(keys.admin).post('/trusted_repository', {
      ...{ platform: 'github', issuer: issuer.address, repository: 'acme/shop' },
      ...{ project_name: project, ...given },
    });
    if (answer.status !== 201) throw new Error(answer.text);
    const { id } = answer.json as { id: string };
    return new TrustedBuild(api, issuer, audienceOf(api.origin, organizationId), project, id);
  }

  /** Signs a token for a build of `acme/shop`. */
  token(claims: JWTPayload = {}): Promise<string> {
    return this.issuer.sign(this.audience, { claims: { ...githubClaims, ...claims } });
  }

  /** A client that shows a token of its own. */
  async client(claims: JWTPayload = {}): Promise<ApiClient> {
    return this.api.withKey(await this.token(claims));
  }
}
