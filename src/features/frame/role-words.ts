import type { PersonRole } from '@/domain/roles/permissions';

/** What a role may do, in a few words. */
export const ROLE_WORDS: Record<PersonRole, string> = {
  viewer: 'Viewer: reads everything',
  member: 'Member: reads, scans and writes notes',
  admin: 'Admin: may do everything here',
};
