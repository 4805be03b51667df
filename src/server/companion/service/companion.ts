import { v7 as uuidv7 } from 'uuid';
import type { ProjectState } from '@/domain/companion/pull';
import { DEFAULT_INTERVAL_HOURS } from '@/domain/companion/pull';
import { invalid, notFound } from '@/domain/errors';
import { toPage, type PageRequest } from '@/domain/pagination';
import { recordAudit } from '@/server/audit/service';
import { requireLockedOrganization } from '@/server/organization/service';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Actor, Uploader } from '@/server/platform/auth/principal';
import type { Transaction } from '@/server/platform/db/db';
import type { Deps } from '@/server/platform/deps';
import { countDaysFromNow } from '@/server/retirement/service/elsewhere';
import { Secret } from '@/server/platform/secrets/secret';
import {
  isUnreadableSecret,
  openSecret,
  sealSecret,
} from '@/server/platform/secrets/sealed-secret';
import { toAudited, toCompanion, toPulledProject } from '../dto';
import {
  deleteCompanionRow,
  findCompanion,
  lockCompanion,
  saveCompanion,
  setNextPull,
  type CompanionRow,
} from '../repository/companion';
import { projectPage } from '../repository/projects';

const HOUR_MS = 3_600_000;

/** What an admin sets; what is left out stays. */
export interface CompanionInput {
  readonly url: string;
  readonly key: string | null;
  readonly intervalHours: number | null;
}

type SecretDeps = { readonly env: Pick<Deps['env'], 'authSecret'> };

function placeOf(organizationId: OrganizationId, id: string) {
  return { organizationId, column: 'companion.sealed_key', rowId: id } as const;
}

/** Opens the stored key. @throws UnreadableSecret */
export function keyOf(
  deps: SecretDeps,
  organizationId: OrganizationId,
  { id, sealedKey }: Pick<CompanionRow, 'id' | 'sealedKey'>,
): Promise<Secret> {
  return openSecret(deps, placeOf(organizationId, id), sealedKey);
}

/** Gives the uploader of what is pulled: nobody who could call. */
export function uploaderOf(
  organizationId: OrganizationId,
  { id, url }: Pick<CompanionRow, 'id' | 'url'>,
): Uploader {
  return { kind: 'companion', id, name: `Dependency-Track ${new URL(url).host}`, organizationId };
}

/** Gets an organization's companion and how its last pull went; null when it has none. */
export async function findShownCompanion(
  deps: Pick<Deps, 'db' | 'env'>,
  organizationId: OrganizationId,
) {
  const row = await findCompanion(organizationId, deps.db);
  return row && toCompanion(row, await isReadable(deps, organizationId, row));
}

async function isReadable(
  deps: SecretDeps,
  organizationId: OrganizationId,
  row: CompanionRow,
): Promise<boolean> {
  try {
    await keyOf(deps, organizationId, row);
    return true;
  } catch (error) {
    if (isUnreadableSecret(error)) return false;
    throw error;
  }
}

/** @throws DomainError 404 when the organization has none */
export async function getCompanion(deps: Pick<Deps, 'db' | 'env'>, organizationId: OrganizationId) {
  const companion = await findShownCompanion(deps, organizationId);
  if (!companion) throw notFound('Companion');
  return companion;
}

/**
 * Sets where the portfolio is pulled from, and pulls it soon where address or key are new. A key is for one address:
 * with another address it has to be entered again, or whoever may change the address could have it sent anywhere.
 * @throws DomainError 422 when the key is missing, 404 when the organization has been deleted meanwhile
 */
export async function setCompanion(deps: Deps, actor: Actor, input: CompanionInput) {
  const { organizationId } = actor;
  await deps.db.transaction(async (tx) => {
    await requireLockedOrganization(tx, organizationId);
    const before = await lockCompanion(organizationId, tx);
    const at = deps.clock.now();
    const after = await settingsAfter(deps, organizationId, before, input, at);
    if (before && isSame(before, after)) return;
    await saveCompanion(organizationId, tx, after, at);
    const isKeyNew = before?.sealedKey !== after.sealedKey;
    await recordAudit(tx, actor, {
      ...{ at, subjectKind: 'companion', subjectId: after.id },
      action: before ? 'companion.update' : 'companion.create',
      ...(before && { before: toAudited(before) }),
      after: { ...toAudited(after), ...(isKeyNew && { key: 'entered' }) },
    });
  });
  return getCompanion(deps, organizationId);
}

async function settingsAfter(
  deps: Deps,
  organizationId: OrganizationId,
  before: CompanionRow | null,
  { url, key, intervalHours: asked }: CompanionInput,
  at: Date,
) {
  const id = before?.id ?? uuidv7();
  const intervalHours = asked ?? before?.intervalHours ?? DEFAULT_INTERVAL_HOURS;
  if (key !== null) {
    const sealedKey = await sealSecret(deps, placeOf(organizationId, id), new Secret(key));
    return { id, url, sealedKey, intervalHours, nextPullAt: at };
  }
  if (before?.url !== url) throw keyMissing(before !== null);
  const latest = new Date(at.getTime() + intervalHours * HOUR_MS);
  const nextPullAt = before.nextPullAt < latest ? before.nextPullAt : latest;
  return { id, url, sealedKey: before.sealedKey, intervalHours, nextPullAt };
}

function keyMissing(isKnown: boolean) {
  const why = isKnown ? ': it is asked for again when the address changes' : '';
  const loc = ['body', 'api_key'];
  return invalid([{ loc, msg: `Field required${why}`, type: 'missing' }]);
}

function isSame(
  before: CompanionRow,
  after: Pick<CompanionRow, 'url' | 'sealedKey' | 'intervalHours'>,
): boolean {
  return (
    before.url === after.url &&
    before.sealedKey === after.sealedKey &&
    before.intervalHours === after.intervalHours
  );
}

/**
 * Forgets address, key and what is known of the projects there; what was pulled of them stays, and rules that retire count
 * their days from now for it.
 * @throws DomainError 404 when the organization has none
 */
export async function deleteCompanion(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
): Promise<void> {
  const { organizationId } = actor;
  // Before, as it goes by what is forgotten then. What a pull adds meanwhile is new.
  await countDaysFromNow({ db, clock }, organizationId);
  await db.transaction(async (tx) => {
    const before = await requireLocked(tx, organizationId);
    await deleteCompanionRow(organizationId, tx);
    await recordAudit(tx, actor, {
      ...{ at: clock.now(), action: 'companion.delete', subjectKind: 'companion' },
      ...{ subjectId: before.id, before: toAudited(before) },
    });
  });
}

/**
 * Has the portfolio pulled as soon as a process is free, also when a pull is under way: then once more after it.
 * @throws DomainError 404 when the organization has none
 */
export async function requestPull(deps: Deps, actor: Actor) {
  const { organizationId } = actor;
  await deps.db.transaction(async (tx) => {
    const before = await requireLocked(tx, organizationId);
    const at = deps.clock.now();
    await setNextPull(organizationId, tx, at);
    await recordAudit(tx, actor, {
      ...{ at, action: 'companion.request_pull', subjectKind: 'companion', subjectId: before.id },
      ...{ before: { next_pull_at: before.nextPullAt }, after: { next_pull_at: at } },
    });
  });
  return getCompanion(deps, organizationId);
}

async function requireLocked(tx: Transaction, organizationId: OrganizationId) {
  const row = await lockCompanion(organizationId, tx);
  if (!row) throw notFound('Companion');
  return row;
}

export interface PulledQuery extends PageRequest {
  readonly state?: ProjectState | null | undefined;
}

/**
 * Lists a page of the projects there that were pulled or could not be, by name and version.
 * @throws DomainError 404 when the organization has no companion
 */
export async function listPulledProjects(
  { db }: Pick<Deps, 'db'>,
  organizationId: OrganizationId,
  { state, ...page }: PulledQuery,
) {
  if (!(await findCompanion(organizationId, db))) throw notFound('Companion');
  const { items, total } = await projectPage(organizationId, db, state ?? null, page);
  return toPage(items.map(toPulledProject), total, page);
}
