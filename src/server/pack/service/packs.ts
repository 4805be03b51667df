import { createHash } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { conflict, DomainError, forbidden, notFound } from '@/domain/errors';
import { dayOf } from '@/domain/eol/calendar';
import { readPack } from '@/domain/pack/content';
import type { TemplateName } from '@/domain/pack/templates';
import { type PageRequest, toPage } from '@/domain/pagination';
import { type AuditEntry, recordAudit } from '@/server/audit/service';
import { requireLockedOrganization } from '@/server/organization/service';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Actor } from '@/server/platform/auth/principal';
import type { Transaction } from '@/server/platform/db/db';
import type { Deps } from '@/server/platform/deps';
import { type PackSigner, toPackRecord } from '../dto';
import {
  findNewestPack,
  findPack,
  findPackContent,
  highestNumber,
  insertPack,
  insertSignature,
  type NewPack,
  packPage,
} from '../repository/packs';
import { gatherPack } from './gather';

const hashOf = (content: Uint8Array) => createHash('sha256').update(content).digest();
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

/** Lists a page of the organization's packs, newest first. */
export async function listPacks(
  { db }: Pick<Deps, 'db'>,
  organizationId: OrganizationId,
  page: PageRequest,
) {
  const { items, total } = await packPage(organizationId, db, page);
  return toPage(items.map(toPackRecord), total, page);
}

/** @throws DomainError 404 when the organization has no such pack */
export async function getPack(
  { db }: Pick<Deps, 'db'>,
  organizationId: OrganizationId,
  id: string,
) {
  const row = await findPack(organizationId, db, id);
  if (!row) throw notFound('Evidence pack');
  return toPackRecord(row);
}

/**
 * Makes a pack of what is known now, and freezes it.
 * @throws DomainError 409 when another one was made meanwhile
 */
export async function createPack(deps: Deps, actor: Actor, template: TemplateName) {
  const { organizationId, kind, id, name } = actor;
  const packId = await freezePack(deps, organizationId, template, {
    ...{ maker: { kind, id, name } },
    within: (tx, entry) => recordAudit(tx, actor, entry),
  });
  return getPack(deps, organizationId, packId);
}

/** A pack that is being made: who makes it, and what else happens if it is, in the same transaction. */
export interface Freezing {
  readonly maker: {
    readonly kind: NewPack['madeByKind'];
    readonly id: string;
    readonly name: string;
  };
  readonly within: (tx: Transaction, entry: AuditEntry, pack: MadePack) => Promise<void>;
}

export interface MadePack {
  readonly id: string;
  readonly number: number;
}

/**
 * Makes a pack of what is known now, and freezes it.
 * @returns its id
 * @throws DomainError 409 when another one was made meanwhile
 */
export async function freezePack(
  deps: Deps,
  organizationId: OrganizationId,
  template: TemplateName,
  { maker, within }: Freezing,
): Promise<string> {
  const { db, clock } = deps;
  const madeAt = clock.now();
  const [number, last] = await Promise.all([
    highestNumber(organizationId, db),
    findNewestPack(organizationId, db, template),
  ]);
  const head = { id: uuidv7(), number: number + 1, template, madeAt, madeBy: maker.name };
  const before = last && { content: readPack(last.content), sha256: hex(last.sha256) };
  const pack = await gatherPack(deps, organizationId, { ...head, before });
  const content = new Uint8Array(Buffer.from(`${JSON.stringify(pack, null, 1)}\n`));
  const sha256 = new Uint8Array(hashOf(content));
  await db.transaction(async (tx) => {
    await requireLockedOrganization(tx, organizationId);
    if ((await highestNumber(organizationId, tx)) !== number) {
      throw conflict('Another evidence pack was made meanwhile');
    }
    await insertPack(organizationId, tx, {
      ...{
        id: head.id,
        number: head.number,
        template,
        asOf: dayOf(madeAt),
        content,
        sha256,
        madeAt,
      },
      ...{ madeByKind: maker.kind, madeById: maker.id, madeByName: maker.name },
    });
    const entry = {
      ...{ at: madeAt, action: 'evidence_pack.create', subjectKind: 'evidence_pack' },
      subjectId: head.id,
      after: { number: head.number, template, sha256: hex(sha256) },
    };
    await within(tx, entry, { id: head.id, number: head.number });
  });
  return head.id;
}

/**
 * Signs a pack as the one who reviewed it or who approved it: two people, each once.
 * @throws DomainError 403 for a key or a build, 404, 409 when that is signed, or by the same person
 */
export async function signPack(
  deps: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  {
    id,
    signer,
    note,
  }: { readonly id: string; readonly signer: PackSigner; readonly note: string | null },
) {
  if (actor.kind !== 'person') throw forbidden('Only people sign evidence packs');
  const { organizationId } = actor;
  const at = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    // One at a time: who comes second finds what the first has signed.
    await requireLockedOrganization(tx, organizationId);
    const row = await findPack(organizationId, tx, id);
    if (!row) throw notFound('Evidence pack');
    if (row.signatures.some((one) => one.signer === signer)) {
      throw conflict(`The evidence pack has its ${signer}'s signature already`);
    }
    if (row.signatures.some(({ userId }) => userId === actor.id.toLowerCase())) {
      throw conflict(
        'Whoever reviews an evidence pack does not approve it too: it takes two people',
      );
    }
    await insertSignature(organizationId, tx, {
      ...{ packId: row.id, signer, note, signedAt: at, userId: actor.id, userName: actor.name },
    });
    await recordAudit(tx, actor, {
      ...{ at, action: 'evidence_pack.sign', subjectKind: 'evidence_pack', subjectId: row.id },
      after: { number: row.number, signer, note, sha256: hex(row.sha256) },
    });
  });
  return getPack(deps, organizationId, id);
}

/**
 * Gives what was frozen, byte by byte.
 * @throws DomainError 404, 503 when the bytes are not those that the hash was kept of
 */
export async function packFile(
  { db, logger }: Pick<Deps, 'db' | 'logger'>,
  organizationId: OrganizationId,
  id: string,
) {
  const found = await findPackContent(organizationId, db, id);
  if (!found) throw notFound('Evidence pack');
  const computed = hashOf(found.content);
  if (!computed.equals(found.sha256)) {
    logger.error({ organizationId, what: 'evidence pack' }, 'an evidence pack is not what it was');
    throw new DomainError('unavailable', 'The evidence pack is not what it was when it was made');
  }
  return { bytes: found.content, sha256: hex(computed), number: found.number };
}

/**
 * Computes the hash of what is kept anew, and says whether it is the one that was kept with it.
 * @throws DomainError 404
 */
export async function verifyPack(
  { db }: Pick<Deps, 'db'>,
  organizationId: OrganizationId,
  id: string,
) {
  const found = await findPackContent(organizationId, db, id);
  if (!found) throw notFound('Evidence pack');
  const [kept, computed] = [hex(found.sha256), hex(hashOf(found.content))];
  return {
    sha256: kept,
    computed_sha256: computed,
    intact: kept === computed,
    bytes: found.content.length,
  };
}
