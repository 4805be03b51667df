/**
 * Who may do what: one table for the API, the dashboard and the tests.
 * Source: the role table of the service's decisions ("Callers, roles, tenancy").
 */
export const ROLES = ['scanner', 'viewer', 'member', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** People are never scanners; that role is for keys alone. */
export const PERSON_ROLES = ['viewer', 'member', 'admin'] as const satisfies readonly Role[];
export type PersonRole = (typeof PERSON_ROLES)[number];

const TABLE = {
  'scan:upload': ['scanner', 'member', 'admin'],
  'policy:read': ['scanner', 'viewer', 'member', 'admin'],
  'certificate:read': ['scanner', 'viewer', 'member', 'admin'],
  'scanner-list:read': ['scanner', 'viewer', 'member', 'admin'],
  'eol:check': ['scanner', 'viewer', 'member', 'admin'],
  'inventory:read': ['viewer', 'member', 'admin'],
  'inventory:write': ['member', 'admin'],
  'note:read': ['viewer', 'member', 'admin'],
  'feed:write': ['member', 'admin'],
  'organization:read': ['viewer', 'member', 'admin'],
  'note:write': ['member', 'admin'],
  'waiver:read': ['viewer', 'member', 'admin'],
  /** Whoever may look may ask: what is asked for holds once somebody else has granted it. */
  'waiver:ask': ['viewer', 'member', 'admin'],
  /** Of people alone: a key has no judgement. */
  'waiver:decide': ['admin'],
  'plan:read': ['viewer', 'member', 'admin'],
  'plan:write': ['member', 'admin'],
  /** Those of others: one's own can always be deleted. */
  'plan:delete': ['admin'],
  'contract:read': ['viewer', 'member', 'admin'],
  /** What a contract covers counts as supported: as with dates of one's own, admins say so. */
  'contract:write': ['admin'],
  'pack:read': ['viewer', 'member', 'admin'],
  /** Whoever makes evidence packs may also sign that they have reviewed one. */
  'pack:write': ['member', 'admin'],
  /** Of people alone, and another one than who has reviewed it. */
  'pack:approve': ['admin'],
  'promise:read': ['viewer', 'member', 'admin'],
  /** Of one project, as its owner: it changes no end and no verdict. */
  'promise:write': ['member', 'admin'],
  'policy:write': ['admin'],
  'project:delete': ['admin'],
  'cluster:report': ['scanner', 'member', 'admin'],
  'cluster:delete': ['admin'],
  'team:read': ['viewer', 'member', 'admin'],
  'team:manage': ['admin'],
  /** Of one project, by hand. What members say of it is in the audit log. */
  'owner:set': ['member', 'admin'],
  /** A CODEOWNERS file goes with an upload. */
  'owner:upload': ['scanner', 'member', 'admin'],
  'api-key:manage': ['admin'],
  'build-token:manage': ['admin'],
  'channel:manage': ['admin'],
  'certificate:write': ['admin'],
  'organization:manage': ['admin'],
  /** Of keys: any signed-in person may. */
  'organization:create': ['admin'],
  'refused-upload:read': ['admin'],
  'audit:read': ['admin'],
  'catalog:read': ['viewer', 'member', 'admin'],
  'catalog:manage': ['admin'],
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof TABLE;
export const PERMISSIONS = Object.keys(TABLE) as readonly Permission[];

/** Whether a caller with this role may do this. */
export function can(role: Role, permission: Permission): boolean {
  const allowed: readonly Role[] = TABLE[permission];
  return allowed.includes(role);
}

/** What a build may by the token of its platform: all that a scanner may which concerns one project. */
const OF_ONE_PROJECT: readonly Permission[] = [
  ...(['scan:upload', 'owner:upload', 'policy:read', 'certificate:read', 'eol:check'] as const),
];

/** Not for a build of what somebody proposes: it could make itself the owner. */
const UPLOADS: readonly Permission[] = ['scan:upload', 'owner:upload'];

/** Whether a build's token is good for something that its role may do. */
export function canBuild(
  permission: Permission,
  { mayUpload }: { readonly mayUpload: boolean },
): boolean {
  return OF_ONE_PROJECT.includes(permission) && (mayUpload || !UPLOADS.includes(permission));
}

/**
 * Whether a key may do something that the person behind it may not, or no longer.
 * @param person null: they are no member
 */
export function exceeds(key: Role, person: PersonRole | null): boolean {
  return person === null || PERMISSIONS.some((one) => can(key, one) && !can(person, one));
}
