import { wildcard } from '@/domain/wildcard';
import { type Build, repositoryKey } from './claims';

/** The builds that an organization trusts, and what for. */
export interface Trust {
  /** `acme/shop`, or `acme/*`: all directly below an owner. */
  readonly repository: string;
  /** `refs/heads/main`; a `*` stands for anything but a slash. Null: any. */
  readonly ref: string | null;
  readonly environment: string | null;
  readonly onlyProtected: boolean;
}

const SEGMENT = String.raw`[A-Za-z0-9_.-]+`;
/** An owner's path and the repository's name, or a star in its place; nothing else has a star. */
export const REPOSITORY_PATTERN = new RegExp(
  String.raw`^${SEGMENT}(?:/${SEGMENT})*/(?:${SEGMENT}|\*)$`,
);
/** More would take long to look for. */
const MAX_STARS = 2;

/** Tells whether a text names refs in full, such as `refs/tags/v*`. */
export function isRefPattern(text: string): boolean {
  return /^refs\/[^\s?[\]\\^~:]+$/.test(text) && text.split('*').length - 1 <= MAX_STARS;
}

/** The outcome of a look for the trust that a build falls under. */
export type TrustOutcome<Kind extends Trust> =
  | { readonly trust: Kind }
  /** `conditions`: the repository is trusted, and not for such a build. */
  | { readonly refused: 'repository' | 'conditions' };

/**
 * Finds the trust that a build falls under: one for its repository before one for all of its owner's, then the one
 * that asks for more, then the first.
 */
export function trustFor<Kind extends Trust>(
  build: Build,
  trusts: readonly Kind[],
): TrustOutcome<Kind> {
  const named = trusts.filter(({ repository }) => matchesRepository(repository, build.repository));
  if (named.length === 0) return { refused: 'repository' };
  const [trust] = named
    .filter((one) => holdsFor(one, build))
    .sort((left, right) => weightOf(right) - weightOf(left));
  return trust ? { trust } : { refused: 'conditions' };
}

/** Tells whether a repository is meant. A star reaches no further than the next slash. */
export function matchesRepository(pattern: string, repository: string): boolean {
  const [meant, name] = [repositoryKey(pattern), repositoryKey(repository)];
  if (!meant.endsWith('/*')) return meant === name;
  const above = meant.slice(0, -1);
  return name.startsWith(above) && /^[^/]+$/.test(name.slice(above.length));
}

function holdsFor({ ref, environment, onlyProtected }: Trust, build: Build): boolean {
  return (
    (ref === null || matchesRef(ref, build.ref)) &&
    (environment === null || environment === build.environment) &&
    (!onlyProtected || build.isRefProtected)
  );
}

/** Branches may differ in capitals alone: those are two. As no star stands for a slash, each part is held against its own. */
function matchesRef(pattern: string, ref: string): boolean {
  const parts = ref.split('/');
  const meant = pattern.split('/');
  return (
    meant.length === parts.length && meant.every((part, at) => wildcard(part)(parts[at] ?? ''))
  );
}

function weightOf({ repository, ref, environment, onlyProtected }: Trust): number {
  const conditions = [ref !== null, environment !== null, onlyProtected].filter(Boolean).length;
  return (repository.endsWith('/*') ? 0 : 10) + conditions;
}
