import { identityOf } from '@/domain/identifiers/identity';
import type { PackageVersion } from '@/domain/registry/component';

/** The key of a package, the same for all organizations. */
export function packageKeyOf({ ecosystem, namespace, name }: PackageVersion): string {
  return identityOf('package', ecosystem, namespace ?? '', name);
}
