import { identityOf } from '@/domain/identifiers/identity';

/**
 * The key of items on a release cycle of a product: the same in every message on it, so that whoever keeps a ticket or
 * an alert by it keeps one.
 * @param owner whoever it belongs to; null: nobody in particular
 */
export function softwareKey(product: string, cycle: string, owner: string | null = null): string {
  return identityOf(product, cycle, ...(owner === null ? [] : [owner]));
}
