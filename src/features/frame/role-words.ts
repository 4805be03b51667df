import type { PersonRole, Role } from '@/domain/roles/permissions';

export const ROLE_NAMES: Record<Role, string> = {
  scanner: 'Scanner',
  viewer: 'Viewer',
  member: 'Member',
  admin: 'Admin',
};

/** What a role may do, in a few words. */
export const ROLE_WORDS: Record<PersonRole, string> = {
  viewer: 'Viewer: reads everything',
  member: 'Member: reads, scans and writes notes',
  admin: 'Admin: may do everything here',
};
