import { notFound } from '@/domain/errors';
import type { Deps } from '@/server/deps';

/** For all that has to do with passwords. @throws DomainError 404 where people do not sign in with one */
export function requirePasswordLogin({ env }: Pick<Deps, 'env'>): void {
  if (!env.passwordLogin) throw notFound('Page');
}
