import {
  createLocalJWKSet,
  decodeJwt,
  decodeProtectedHeader,
  errors,
  type JWTPayload,
  jwtVerify,
} from 'jose';
import {
  type Build,
  buildOfClaims,
  claimedRepository,
  nameOfBuild,
  repositoryKey,
} from '@/domain/build-token/claims';
import {
  type BuildPlatform,
  organizationInAudience,
  projectNamedAfter,
} from '@/domain/build-token/platform';
import type { BuildRefusal } from '@/domain/build-token/refusal';
import { trustFor } from '@/domain/build-token/trust';
import { DomainError } from '@/domain/errors';
import type { Deps } from '@/server/platform/deps';
import {
  countKnown,
  findKnown,
  findTrusts,
  insertKnown,
  MAX_KNOWN,
  type NewKnownRow,
  type TrustRow,
} from './build-repository';
import { issuerKeys, RETRY_AFTER_SECONDS } from './issuer-keys';
import { mintOrganizationId, type OrganizationId } from './organization-id';
import type { BuildCaller } from './principal';

/** Signatures that anybody can check and nobody but the issuer can make: no `none`, and nothing with a shared secret. */
const ALGORITHMS = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA'],
];
const CLOCK_TOLERANCE_SECONDS = 30;
/** Age up to which a token is taken, whatever its end: GitHub's last a quarter of an hour, GitLab's as long as a job. */
const MAX_AGE_SECONDS: Readonly<Record<BuildPlatform, number>> = {
  github: 3_600,
  gitlab: 86_400,
};
/** Three parts in base64url; headers of a request are not longer. */
const TOKEN = /^[\w-]{1,2048}\.[\w-]{1,16384}\.[\w-]{0,4096}$/;
/** Of an address nothing else is compared, looked for or kept. */
const ISSUER = /^[\x21-\x7e]{1,255}$/;

/** A token that names an organization here and was not taken. */
export interface RefusedBuild {
  readonly organizationId: OrganizationId;
  /** As the token says it. */
  readonly issuer: string;
  /** As the token says it. */
  readonly repository: string;
  readonly reason: BuildRefusal;
}

/** `null`: a token that is not meant for anybody here. */
export type BuildOutcome =
  | { readonly caller: BuildCaller; readonly lastUsedAt: Date | null }
  | { readonly refused: RefusedBuild | null };

/** Tells a token from a key, by its form alone. */
export function isToken(text: string): boolean {
  return TOKEN.test(text);
}

class Refusal extends Error {
  constructor(readonly reason: BuildRefusal) {
    super(reason);
  }
}

type BuildDeps = Pick<Deps, 'env' | 'db' | 'clock' | 'outgoing'>;

/** A token as far as it can be read before it is verified. */
interface Unverified {
  readonly text: string;
  readonly kid: string | undefined;
  readonly algorithm: string | undefined;
  readonly issuer: string;
  readonly audience: string;
  readonly organizationId: OrganizationId;
}

/**
 * Finds the build that a token is of. Before the signature is verified nothing of it decides but where to look: its
 * audience for the organization, its issuer for the keys among the issuers that this organization trusts.
 * @throws DomainError 503 while the issuer's keys cannot be had: the token may well be good
 */
export async function buildOfToken(text: string, deps: BuildDeps): Promise<BuildOutcome> {
  const claims = decoded(text);
  const token = claims && unverified(text, claims, deps);
  if (!token) return { refused: null };
  try {
    return await acceptedBuild(token, deps);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { organizationId, issuer } = token;
    const repository = claimedRepository(claims);
    const refused = { organizationId, issuer, repository, reason: error.reason };
    if (error.reason !== 'issuer_unreachable') return { refused };
    throw new IssuerUnreachable(refused);
  }
}

/** The keys of an issuer cannot be had. */
export class IssuerUnreachable extends DomainError {
  constructor(readonly refused: RefusedBuild) {
    super('unavailable', 'The issuer of this token cannot be asked for its keys', {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    });
  }
}

function decoded(text: string): JWTPayload | null {
  try {
    return decodeJwt(text);
  } catch {
    return null;
  }
}

function unverified(text: string, { iss, aud }: JWTPayload, { env }: BuildDeps): Unverified | null {
  // One that is good for several services could be shown here by any of them.
  const audiences = [aud ?? []].flat();
  const [audience = ''] = audiences.filter((one) => organizationInAudience(env.publicUrl, one));
  const id = organizationInAudience(env.publicUrl, audience);
  if (id === null || typeof iss !== 'string' || !ISSUER.test(iss)) return null;
  const { kid, alg: algorithm } = headerOf(text);
  return {
    ...{ text, kid, algorithm, issuer: iss, audience },
    organizationId: mintOrganizationId(id),
  };
}

function headerOf(text: string) {
  try {
    return decodeProtectedHeader(text);
  } catch {
    return {};
  }
}

async function acceptedBuild(token: Unverified, deps: BuildDeps): Promise<BuildOutcome> {
  const { organizationId, issuer } = token;
  if (!ALGORITHMS.includes(token.algorithm ?? '')) throw new Refusal('algorithm');
  const trusts = await findTrusts(organizationId, deps.db, issuer);
  const [first] = trusts;
  if (!first) throw new Refusal('issuer');
  const { platform } = first;
  const claims = await verified(token, platform, deps);
  const build = buildOfClaims(platform, claims);
  if (!build) throw new Refusal('claims');
  const found = trustFor(build, trusts);
  if ('refused' in found) throw new Refusal(found.refused);
  const repository = await identified(token, build, deps);
  const { id, lastUsedAt } = found.trust;
  const caller: BuildCaller = {
    ...{ kind: 'build_token', id, name: nameOfBuild(build) },
    build: scopeOf(found.trust, build, projectNamedAfter(platform, issuer, repository)),
    active: { organizationId, role: 'scanner' },
  };
  return { caller, lastUsedAt };
}

function scopeOf({ projectName, pullRequests }: TrustRow, build: Build, ownProject: string) {
  return {
    projectName: projectName ?? ownProject,
    mayUpload: pullRequests || !build.isPullRequest,
  };
}

/** Verifies a token with its issuer's keys. @throws Refusal */
async function verified(
  { text, kid, issuer, audience }: Unverified,
  platform: BuildPlatform,
  { clock, outgoing }: BuildDeps,
): Promise<JWTPayload> {
  const currentDate = clock.now();
  const keys = await issuerKeys(outgoing).keysOf(issuer, kid, currentDate.getTime());
  if (!keys) throw new Refusal('issuer_unreachable');
  try {
    const { payload } = await jwtVerify(text, createLocalJWKSet(keys), {
      ...{ algorithms: ALGORITHMS, issuer, audience, currentDate },
      ...{ clockTolerance: CLOCK_TOLERANCE_SECONDS, maxTokenAge: MAX_AGE_SECONDS[platform] },
      requiredClaims: ['exp', 'iat', 'iss', 'aud'],
    });
    if (Array.isArray(payload.aud) && payload.aud.length > 1) throw new Refusal('audience');
    return payload;
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal(reasonOf(error));
  }
}

function reasonOf(error: unknown): BuildRefusal {
  if (error instanceof errors.JWKSNoMatchingKey) return 'unknown_key';
  if (error instanceof errors.JWKSMultipleMatchingKeys) return 'unknown_key';
  if (error instanceof errors.JWTExpired) return error.claim === 'iat' ? 'too_old' : 'expired';
  if (error instanceof errors.JWTClaimValidationFailed) {
    const isTime = error.claim === 'nbf' || error.claim === 'iat';
    return isTime && error.reason === 'check_failed' ? 'not_yet_valid' : 'claims';
  }
  return error instanceof errors.JOSEAlgNotAllowed ? 'algorithm' : 'signature';
}

/**
 * Holds a build's repository and owner against the numbers that they had when a build of them first came. Names are
 * given away: to whoever registers one that was left.
 * @returns the repository's name as it was first written, so that its project stays one
 * @throws Refusal when a name has another number than before, or a repository another name
 */
async function identified(
  { organizationId, issuer }: Unverified,
  build: Build,
  { db, clock }: BuildDeps,
): Promise<string> {
  const names = { repository: repositoryKey(build.repository), owner: repositoryKey(build.owner) };
  const look = () =>
    findKnown(organizationId, db, {
      ...{ issuer, number: build.repositoryId },
      ...{ repositoryKey: names.repository, ownerKey: names.owner },
    });
  const known = recognized(await look(), build, names);
  if (known.repository && known.owner) return known.repository.name;
  if ((await countKnown(organizationId, db, issuer)) >= MAX_KNOWN) {
    throw new Refusal('too_many_repositories');
  }
  const first = { issuer, firstBuild: nameOfBuild(build), firstSeenAt: clock.now() };
  const rows: NewKnownRow[] = [];
  if (!known.repository) {
    const { repository: name, repositoryId: number } = build;
    rows.push({ ...first, kind: 'repository', nameKey: names.repository, name, number });
  }
  if (!known.owner) {
    const { owner: name, ownerId: number } = build;
    rows.push({ ...first, kind: 'owner', nameKey: names.owner, name, number });
  }
  await insertKnown(organizationId, db, rows);
  // Another build may have come first.
  return recognized(await look(), build, names).repository?.name ?? build.repository;
}

type Known = Awaited<ReturnType<typeof findKnown>>[number];

function recognized(
  rows: readonly Known[],
  build: Build,
  names: { readonly repository: string; readonly owner: string },
) {
  const repositories = rows.filter(({ kind }) => kind === 'repository');
  const repository = repositories.find(({ nameKey }) => nameKey === names.repository);
  const owner = rows.find(({ kind }) => kind === 'owner');
  if (owner && owner.number !== build.ownerId) throw new Refusal('owner_changed');
  if (repository && repository.number !== build.repositoryId) {
    throw new Refusal('repository_changed');
  }
  if (repositories.length > 0 && !repository) throw new Refusal('repository_renamed');
  return { repository, owner };
}
