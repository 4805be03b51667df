import type { PersonRole } from '@/domain/roles/permissions';

export interface SeedPerson {
  readonly name: string;
  readonly email: string;
  readonly role: PersonRole;
  readonly joinedDaysAgo: number;
}

/** The first one founded the organization. */
export const people = [
  { name: 'Ada Lindqvist', email: 'admin@acme.example', role: 'admin', joinedDaysAgo: 555 },
  { name: 'Milan Okafor', email: 'member@acme.example', role: 'member', joinedDaysAgo: 430 },
  { name: 'Vera Tanaka', email: 'viewer@acme.example', role: 'viewer', joinedDaysAgo: 201 },
] as const satisfies readonly SeedPerson[];

export const organizationName = 'Acme';
