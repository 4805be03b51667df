import { conflict, notFound } from '@/domain/errors';
import type { RetirementEnd } from '@/domain/image/retirement';
import { recordAudit, recordOwnAudit } from '@/server/audit/service';
import { beginFindings, coverImages } from '@/server/coverage/service';
import { closeFindingsOf, requireImage } from '@/server/image/service';
import { reopenFindings } from '@/server/inventory/service/findings';
import { queueRematch } from '@/server/inventory/service/matching';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Actor, Uploader } from '@/server/platform/auth/principal';
import type { Transaction } from '@/server/platform/db/db';
import type { Deps } from '@/server/platform/deps';
import { isImageRunning } from '@/server/running/service';
import { toRetiredCounts, toRetirement } from '../dto';
import {
  countRetired,
  type Doer,
  endRetirement,
  insertRetirements,
  lockImage,
  type LockedImage,
  type RetiredImage,
  retirementsOf,
  type Retiring,
} from '../repository/retirements';

/**
 * Images that live and end. A retired one has left every list and count as a deleted one has, its findings closed; what it
 * was is kept, and it comes back as it was, judged anew. See .github/decisions/0067-retired-images.md.
 */

/** Times that are listed of one image at most. */
const MAX_LISTED = 50;

/** Retires images that the caller has locked and that count. */
export async function retireLocked(
  tx: Transaction,
  organizationId: OrganizationId,
  images: readonly RetiredImage[],
  retiring: Retiring,
): Promise<void> {
  if (images.length === 0) return;
  await insertRetirements(organizationId, tx, images, retiring);
  const ids = images.map(({ id }) => id);
  await closeFindingsOf(organizationId, tx, ids, retiring.at);
}

interface Return {
  readonly at: Date;
  readonly end: RetirementEnd;
  readonly by: Doer | null;
}

/** Brings back an image that the caller has locked and that is retired: opens what it held. */
async function reopenLocked(
  tx: Transaction,
  organizationId: OrganizationId,
  image: LockedImage,
  { at, end, by }: Return,
): Promise<void> {
  await endRetirement(organizationId, tx, image.id, { at, end, by });
  await reopenFindings(organizationId, tx, image.id, image.retiredFindingIds, at);
}

/**
 * Does as {@link reopenLocked}, and covers it as contracts say now, in a transaction that has begun with `beginFindings`.
 * @param isCovered whether any contract has begun
 */
async function bringBackLocked(
  tx: Transaction,
  organizationId: OrganizationId,
  image: LockedImage,
  { isCovered, ...back }: Return & { readonly isCovered: boolean },
): Promise<void> {
  await reopenLocked(tx, organizationId, image, back);
  if (isCovered) await coverImages(organizationId, tx, [image.id]);
}

const laterOf = (now: Date, { changedAt }: LockedImage) => (changedAt > now ? changedAt : now);

/**
 * Retires an image by hand.
 * @throws DomainError 404 when the organization has no such image, 409 for one that is retired or runs in a cluster
 */
export async function retireImage(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  imageTagId: string,
  note: string | null,
) {
  const { organizationId } = actor;
  await db.transaction(async (tx) => {
    const image = await lockImage(organizationId, tx, imageTagId);
    if (!image) throw notFound('Image tag');
    if (image.retiredAt !== null) throw conflict('The image is retired already');
    if (await isImageRunning({ db: tx, clock }, organizationId, image.id))
      throw conflict('A cluster runs the image: what runs counts, and cannot be retired');
    const at = laterOf(clock.now(), image);
    const retiring = { at, note, by: doerOf(actor) };
    const retired = { id: image.id, reason: 'by_hand', days: null } as const;
    await retireLocked(tx, organizationId, [retired], retiring);
    await recordAudit(tx, actor, {
      ...{ at, action: 'image.retire', subjectKind: 'image', subjectId: image.id },
      before: { ...nameOf(image), retired_at: null },
      after: { ...nameOf(image), retired_at: at, reason: 'by_hand', note },
    });
  });
  return currentOf({ db }, organizationId, imageTagId);
}

/**
 * Brings back an image by hand. Rules count their days from now on.
 * @throws DomainError 404 when the organization has no such image, 409 for one that is not retired
 */
export async function bringBackImage(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  imageTagId: string,
) {
  const { organizationId } = actor;
  await db.transaction(async (tx) => {
    const isCovered = await beginFindings(organizationId, tx);
    const image = await lockImage(organizationId, tx, imageTagId);
    if (!image) throw notFound('Image tag');
    if (image.retiredAt === null) throw conflict('The image is not retired');
    const at = laterOf(clock.now(), image);
    const back = { at, end: 'by_hand', by: doerOf(actor), isCovered } as const;
    await bringBackLocked(tx, organizationId, image, back);
    await recordAudit(tx, actor, broughtBack(image, at, 'by_hand'));
    // The last thing that the transaction waits for.
    await queueRematch(organizationId, tx, image.id);
  });
  return currentOf({ db }, organizationId, imageTagId);
}

/**
 * Brings back an image because a cluster runs it again, or a rule is another one now.
 * @returns false when somebody else has meanwhile
 */
export function bringBackByItself(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  organizationId: OrganizationId,
  imageTagId: string,
  end: Extract<RetirementEnd, 'running' | 'rule_changed'>,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const isCovered = await beginFindings(organizationId, tx);
    const image = await lockImage(organizationId, tx, imageTagId);
    if (!image || image.retiredAt === null) return false;
    const at = laterOf(clock.now(), image);
    await bringBackLocked(tx, organizationId, image, { at, end, by: null, isCovered });
    await recordOwnAudit(tx, organizationId, broughtBack(image, at, end));
    await queueRematch(organizationId, tx, image.id);
    return true;
  });
}

/**
 * Brings back an image, of which an upload holds the lock, because it is scanned again. The upload itself judges its
 * inventory, and covers it.
 */
export async function bringBackScanned(
  tx: Transaction,
  uploader: Uploader,
  imageTagId: string,
  now: Date,
): Promise<void> {
  const { organizationId, kind, id, name, origin = NOWHERE } = uploader;
  const image = await lockImage(organizationId, tx, imageTagId);
  if (!image || image.retiredAt === null) return;
  const at = laterOf(now, image);
  await reopenLocked(tx, organizationId, image, { at, end: 'scanned', by: { kind, id, name } });
  await recordAudit(tx, { ...uploader, origin }, broughtBack(image, at, 'scanned'));
}

/** Of what the server does by itself. */
const NOWHERE = { requestId: '', remoteAddress: '' };

const broughtBack = (image: LockedImage, at: Date, reason: RetirementEnd) => ({
  ...{ at, action: 'image.bring_back', subjectKind: 'image', subjectId: image.id },
  before: { ...nameOf(image), retired_at: image.retiredAt },
  after: { ...nameOf(image), retired_at: null, reason },
});

/**
 * Lists when an image was retired and why, and what brought it back; newest first.
 * @throws DomainError 404 when the organization has no such image
 */
export async function listRetirements(
  deps: Pick<Deps, 'db'>,
  organizationId: OrganizationId,
  imageTagId: string,
) {
  await requireImage(deps, organizationId, imageTagId);
  return currentOf(deps, organizationId, imageTagId);
}

async function currentOf(
  { db }: Pick<Deps, 'db'>,
  organizationId: OrganizationId,
  imageTagId: string,
) {
  const rows = await retirementsOf(organizationId, db, imageTagId, MAX_LISTED);
  return rows.map(toRetirement);
}

/** Counts the images that are retired now: by hand and by rules. */
export async function retiredCounts(
  { db }: Pick<Deps, 'db'>,
  organizationId: OrganizationId,
  projectId: string | null,
) {
  return toRetiredCounts(await countRetired(organizationId, db, projectId));
}

const doerOf = ({ kind, id, name }: Actor): Doer => ({ kind, id, name });

const nameOf = ({ id, kind, name, tag }: LockedImage) => ({ id, kind, name, tag });
