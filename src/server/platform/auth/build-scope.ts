import { forbidden } from '@/domain/errors';
import type { Uploader } from './principal';

/** The project of a build, for what names none; null for whoever may name any. */
export function ownProjectOf(principal: Uploader): string | null {
  return principal.kind === 'build_token' ? principal.build.projectName : null;
}

/**
 * Keeps a build to its own project.
 * @throws DomainError 403 when it names another one
 */
export function requireOwnProject(principal: Uploader, projectName: string): void {
  const own = ownProjectOf(principal);
  if (own !== null && own !== projectName) {
    throw forbidden(`The token of this build is good for the project ${own} alone`);
  }
}
