import { makeOrganization } from './accounts';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { signIn } from '@/server/user/service/sign-in';
import { testDatabase } from './database';
import { testDeps, type TestDeps } from './deps';
import { OpenidProvider } from './openid-provider';
import { GOOD_PASSWORD } from './people';
import { signInByBrowser } from './next-auth-browser';

/** An address whose owner is at the provider. */
export const OWNED = 'ceo@corp.example';

/** A service at which people of a company join by single sign-on, as admins. */
export class AddressBench {
  private owners = 0;

  private constructor(
    readonly deps: TestDeps,
    readonly provider: OpenidProvider,
    /** The organization of the provider's people. */
    readonly company: OrganizationId,
  ) {}

  static async start(): Promise<AddressBench> {
    const [db, provider] = await Promise.all([
      testDatabase(),
      OpenidProvider.start({ publicUrl: 'http://localhost:3000' }),
    ]);
    const company = await makeOrganization(testDeps(db), 'Company');
    const environment = provider.environment({
      OIDC_JOIN_DOMAINS: 'corp.example',
      OIDC_JOIN_ORGANIZATION: company,
      OIDC_ROLE_CLAIM: 'groups',
    });
    return new AddressBench(testDeps(db, environment), provider, company);
  }

  async stop(): Promise<void> {
    await Promise.all([this.deps.db.close(), this.provider.stop()]);
  }

  /** The owner of an address comes by way of the provider, for the first time. */
  ownerSignsIn(email = OWNED) {
    this.owners += 1;
    const claims = { email, email_verified: true, name: 'The CEO', groups: ['eventide-admin'] };
    this.provider.has(this.owner, claims);
    return this.ownerSignsInAgain();
  }

  ownerSignsInAgain() {
    return signInByBrowser(this.deps, this.owner);
  }

  passwordSignIn(email = OWNED, password = GOOD_PASSWORD) {
    return signIn(this.deps, { email, password, remoteAddress: '203.0.113.9', userAgent: '' });
  }

  /** By what and when the address of an account was proven. */
  async proofOf(email = OWNED) {
    const [row] = await this.deps.db.query<{ by: string | null; at: Date | null }>(
      'SELECT email_proven_by AS by, email_proven_at AS at FROM app_user WHERE email = $1',
      [email],
    );
    return row;
  }

  private get owner(): string {
    return `owner-${String(this.owners)}`;
  }
}
