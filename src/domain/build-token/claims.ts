import { z } from 'zod';
import { isLineOf } from '@/domain/validation/foreign-text';
import type { BuildPlatform } from './platform';

/** A build as its token describes it, whichever platform has signed it. */
export interface Build {
  /** `acme/shop`, as the platform writes it. */
  readonly repository: string;
  /** Of the platform, and never given to another repository: names are. */
  readonly repositoryId: string;
  /** The user, organization or group directly above. */
  readonly owner: string;
  readonly ownerId: string;
  /** In full: `refs/heads/main`. */
  readonly ref: string;
  readonly isRefProtected: boolean;
  readonly environment: string | null;
  /** Whether it builds what somebody proposes, which nobody has taken over yet. */
  readonly isPullRequest: boolean;
  readonly runId: string;
  /** Null when the platform does not tell. */
  readonly actor: string | null;
}

const MAX_CLAIM = 255;
/** Names are compared and kept: no platform has one that could not be, though whoever runs one may sign it. */
const text = z
  .string()
  .min(1)
  .refine((claim) => isLineOf(claim, MAX_CLAIM));
/** Numbers come as text, and from some versions as numbers. */
const number = z
  .union([z.string().regex(/^\d{1,20}$/), z.int().min(0)])
  .transform((value) => String(value));
const truth = z
  .union([z.boolean(), z.enum(['true', 'false'])])
  .transform((value) => value === true || value === 'true')
  .optional();

/** Of a `sub` nothing is read: owners of repositories decide what is in it. */
const github = z.object({
  repository: text,
  repository_id: number,
  repository_owner: text,
  repository_owner_id: number,
  ref: text,
  ref_protected: truth,
  environment: text.optional(),
  event_name: text,
  run_id: number,
  actor: text.nullish(),
});

const gitlab = z.object({
  project_path: text,
  project_id: number,
  namespace_path: text,
  namespace_id: number,
  ref: text,
  ref_type: text,
  ref_path: text.optional(),
  ref_protected: truth,
  environment: text.optional(),
  pipeline_source: text,
  pipeline_id: number,
  user_login: text.nullish(),
});

const GITHUB_PROPOSALS = new Set(['pull_request', 'pull_request_target', 'merge_group']);
const GITLAB_PROPOSALS = new Set(['merge_request_event', 'external_pull_request_event']);

/**
 * Reads the claims of a token whose signature has been verified.
 * @returns null when one that is needed is missing, or is not what the platform writes
 */
export function buildOfClaims(platform: BuildPlatform, claims: unknown): Build | null {
  return platform === 'github' ? githubBuild(claims) : gitlabBuild(claims);
}

function githubBuild(claims: unknown): Build | null {
  const { data } = github.safeParse(claims);
  if (!data || !isBelow(data.repository, data.repository_owner)) return null;
  return {
    repository: data.repository,
    repositoryId: data.repository_id,
    owner: data.repository_owner,
    ownerId: data.repository_owner_id,
    ref: data.ref,
    isRefProtected: data.ref_protected ?? false,
    environment: data.environment ?? null,
    // `pull_request_target` runs for forks, with the right to a token and the ref of the branch it proposes to.
    isPullRequest: GITHUB_PROPOSALS.has(data.event_name) || data.ref.startsWith('refs/pull/'),
    runId: data.run_id,
    actor: data.actor ?? null,
  };
}

function gitlabBuild(claims: unknown): Build | null {
  const { data } = gitlab.safeParse(claims);
  if (!data || !isBelow(data.project_path, data.namespace_path)) return null;
  // A tag may have the name of a branch.
  const ref =
    data.ref_path ?? `${data.ref_type === 'tag' ? 'refs/tags/' : 'refs/heads/'}${data.ref}`;
  return {
    repository: data.project_path,
    repositoryId: data.project_id,
    owner: data.namespace_path,
    ownerId: data.namespace_id,
    ref,
    isRefProtected: data.ref_protected ?? false,
    environment: data.environment ?? null,
    isPullRequest:
      GITLAB_PROPOSALS.has(data.pipeline_source) || ref.startsWith('refs/merge-requests/'),
    runId: data.pipeline_id,
    actor: data.user_login ?? null,
  };
}

function isBelow(repository: string, owner: string): boolean {
  const [path, above] = [repositoryKey(repository), repositoryKey(owner)];
  return path.startsWith(`${above}/`) && /^[^/]+$/.test(path.slice(above.length + 1));
}

/** The form in which names are compared: both platforms take capitals for small letters. */
export function repositoryKey(name: string): string {
  return name.toLowerCase();
}

/** Names a build as the uploader of what it uploads: `acme/shop, run 4711, by octocat`. */
export function nameOfBuild({ repository, runId, actor }: Build): string {
  return `${repository}, run ${runId}${actor === null ? '' : `, by ${actor}`}`;
}

/** The repository that a token claims before anything of it is verified; "" when it names none. */
export function claimedRepository(claims: Readonly<Record<string, unknown>>): string {
  const { repository, project_path: path } = claims;
  const claimed = typeof repository === 'string' ? repository : path;
  if (typeof claimed !== 'string') return '';
  return claimed
    .replaceAll(/[^\P{C}]/gu, ' ')
    .slice(0, MAX_CLAIM)
    .toWellFormed();
}
