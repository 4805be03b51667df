import type { Permission } from '@/domain/roles/permissions';
import { isPermitted, principalOf, type Caller } from '@/server/platform/auth/principal';
import type { Access } from './meta';

/** The conditions that a procedure's caller must meet, whatever the input is. */
export interface Admission {
  readonly access: Access;
  readonly permission?: Permission | null;
  readonly keyPermission?: Permission | null;
}

/**
 * Tells whether a caller may call at all. The permission for a path that names its organization is checked later: it
 * needs the input.
 */
export function isAdmitted(caller: Caller, asked: Admission): boolean {
  const { access, permission, keyPermission } = asked;
  const principal = principalOf(caller);
  if (keyPermission && caller.kind !== 'person') {
    if (!principal || !isPermitted(principal, keyPermission)) return false;
  }
  if (access !== 'organization') return true;
  return principal !== null && (!permission || isPermitted(principal, permission));
}
