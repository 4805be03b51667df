import type { PersonRole } from '@/domain/roles/permissions';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Actor } from '@/server/platform/auth/principal';
import type { ShownInvitation } from '@/server/invitation/dto';
import type { TestPerson } from '@/test/accounts';
import type { TestDeps } from '@/test/deps';

/** Steps of the contract at a provider, whichever that is. */
export interface DirectoryBench {
  /** With the provider as `identityProvider`. */
  readonly deps: TestDeps;
  /** An organization that the provider knows too. */
  organization(): Promise<OrganizationId>;
  /** Somebody who is a member at the provider and has signed in here. */
  member(organizationId: OrganizationId, role: PersonRole): Promise<TestPerson>;
  /** Answers the mail of an invitation: follows it, makes an account, comes here. */
  accept(organizationId: OrganizationId, invitation: ShownInvitation): Promise<void>;
  /** How many mails have gone to an address. */
  mailsTo(email: string): Promise<number>;
  close(): Promise<void>;
}

/** A person acting in an organization, as services see one. */
export function actorOf(
  { id }: TestPerson,
  organizationId: OrganizationId,
  role: PersonRole = 'admin',
): Actor {
  const origin = { requestId: 'test-request', remoteAddress: '192.0.2.1' };
  return { kind: 'person', id, name: 'Ada Lovelace', organizationId, role, origin };
}
