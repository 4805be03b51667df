import { can, PERMISSIONS, type Permission, type Role } from '@/domain/roles/permissions';

/** Permissions as the second half of "It may …", in the order of the roles' table. */
const PERMISSION_WORDS: Record<Permission, string> = {
  'scan:upload': 'upload scans',
  'policy:read': 'read policies',
  'certificate:read': 'read the certificate',
  'scanner-list:read': 'read what scanners need',
  'eol:check': 'ask whether a component has ended',
  'inventory:read': 'read images, projects, software and trends',
  'inventory:write': 'tag images and say which version is the latest',
  'note:read': 'read notes',
  'feed:write': 'make feed tokens',
  'organization:read': 'read the organization, members and invitations',
  'note:write': 'write notes',
  'waiver:read': 'read waivers',
  'waiver:ask': 'ask for waivers',
  // A key decides on none, whatever its role.
  'waiver:decide': 'change and revoke waivers of others',
  'plan:read': 'read plans',
  'plan:write': 'make and change plans',
  'plan:delete': 'delete plans of others',
  'contract:read': 'read contracts',
  'contract:write': 'enter and change contracts',
  'pack:read': 'read evidence packs',
  'pack:write': 'make evidence packs',
  // A key signs none, whatever its role.
  'pack:approve': 'approve evidence packs',
  'promise:read': 'read promises of support',
  'promise:write': 'set promises of support',
  'policy:write': 'write policies',
  'project:delete': 'delete projects',
  'cluster:report': 'report what runs in clusters',
  'cluster:delete': 'forget clusters',
  'team:read': 'read teams and what they own',
  'team:manage': 'manage teams and the rules that give projects an owner',
  'owner:set': 'set who owns a project',
  'owner:upload': 'send CODEOWNERS files',
  'api-key:manage': 'manage API keys',
  'build-token:manage': 'say whose builds are trusted',
  'channel:manage': 'say where messages go',
  'certificate:write': 'replace the certificate',
  'organization:manage': 'manage the organization, members and invitations',
  'organization:create': 'create organizations',
  'refused-upload:read': 'read refused uploads',
  'audit:read': 'read the audit log',
  'catalog:read': 'read the catalog',
  'catalog:manage': 'manage the catalog',
};

/** Lists what a role may do and what it may not. */
export function rightsOf(role: Role): { may: string[]; mayNot: string[] } {
  const words = (allowed: boolean) =>
    PERMISSIONS.filter((permission) => can(role, permission) === allowed).map(
      (permission) => PERMISSION_WORDS[permission],
    );
  return { may: words(true), mayNot: words(false) };
}
