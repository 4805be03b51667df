import type { PersonRole } from '@/domain/roles/permissions';

/** One organization of the reader's, and what they are there. */
export interface Membership {
  readonly organizationId: string;
  readonly organizationName: string;
  readonly role: PersonRole;
}
