/** Why a build's token was not taken, for the admins of the organization that it names. */
export const BUILD_REFUSALS = [
  'algorithm',
  'audience',
  'issuer',
  'issuer_unreachable',
  'unknown_key',
  'signature',
  'expired',
  'not_yet_valid',
  'too_old',
  'claims',
  'repository',
  'conditions',
  'repository_changed',
  'repository_renamed',
  'owner_changed',
  'too_many_repositories',
] as const;
export type BuildRefusal = (typeof BUILD_REFUSALS)[number];
