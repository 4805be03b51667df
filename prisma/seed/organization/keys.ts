import type { Role } from '@/domain/roles/permissions';

export interface SeedKey {
  readonly name: string;
  readonly role: Role;
  /** Days before today on which it was made. */
  readonly createdDaysAgo: number;
  /** Days from today; left out: it does not expire. */
  readonly expiresInDays?: number;
}

/** The keys that uploads come with, and what else an organization has by and by. */
export const keys = [
  { name: 'GitHub Actions', role: 'scanner', createdDaysAgo: 552 },
  { name: 'GitLab CI', role: 'scanner', createdDaysAgo: 552 },
  { name: 'Azure Pipelines', role: 'scanner', createdDaysAgo: 540 },
  { name: 'Jenkins', role: 'scanner', createdDaysAgo: 551 },
  { name: 'Security workstation', role: 'member', createdDaysAgo: 290 },
  { name: 'Quarterly report', role: 'viewer', createdDaysAgo: 180, expiresInDays: 12 },
] as const satisfies readonly SeedKey[];

export type KeyName = (typeof keys)[number]['name'];
