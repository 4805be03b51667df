import { v7 as uuidv7 } from 'uuid';
import { addDays, dayOf, startOfDayMs } from '@/domain/eol/calendar';
import { notFound, type Fault } from '@/domain/errors';
import { toPage, type PageRequest } from '@/domain/pagination';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Principal } from '@/server/platform/auth/principal';
import type { Deps } from '@/server/platform/deps';
import { toRefusedUpload } from './dto';
import {
  findRefusedUpload,
  insertRefusedUpload,
  refusedUploadPage,
  type RefusedUploadRow,
} from './repository';

/** Enough to see what is wrong with a client; a body of a hundred thousand faults is still one record. */
const MAX_FAULTS_KEPT = 100;

export interface Refusal {
  readonly path: string;
  readonly remoteAddress: string;
  readonly requestId: string;
  readonly status: number;
  readonly detail: string | readonly Fault[];
}

/**
 * Keeps a record of an upload that was not accepted: scanners ignore the answer, so an admin must be able
 * to see it here. Never the payload. A failure to write it is logged and changes nothing for the caller.
 */
export async function recordRefusedUpload(
  deps: Deps,
  principal: Principal,
  refusal: Refusal,
): Promise<void> {
  const faults =
    typeof refusal.detail === 'string'
      ? [{ msg: refusal.detail }]
      : refusal.detail.slice(0, MAX_FAULTS_KEPT);
  try {
    await insertRefusedUpload(principal.organizationId, deps.db, {
      id: uuidv7(),
      refusedAt: deps.clock.now(),
      path: refusal.path,
      callerKind: principal.kind,
      callerId: principal.id,
      callerName: principal.name,
      remoteAddress: refusal.remoteAddress,
      requestId: refusal.requestId,
      status: refusal.status,
      faults,
    });
  } catch (error) {
    deps.logger.error(
      { err: error, requestId: refusal.requestId },
      'a refused upload could not be recorded',
    );
  }
}

export interface RefusedUploadQuery extends PageRequest {
  /** Only those of as many UTC days, today included. */
  readonly days?: number | null | undefined;
}

/** Faults that a row can show. */
const MAX_FAULTS_SHOWN = 5;

/** Lists a page of the uploads that were not accepted, newest first. */
export async function listRefusedUploads(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  organizationId: OrganizationId,
  { days, ...page }: RefusedUploadQuery,
) {
  const from = days ? new Date(startOfDayMs(addDays(dayOf(clock.now()), 1 - days))) : null;
  const { items, total } = await refusedUploadPage(organizationId, db, from, page);
  return toPage(items.map(toListed), total, page);
}

function toListed(row: RefusedUploadRow) {
  const { faults, ...upload } = toRefusedUpload(row);
  return { ...upload, faultCount: faults.length, faults: faults.slice(0, MAX_FAULTS_SHOWN) };
}

/**
 * Gets an upload that was not accepted, with every fault that was kept of it.
 * @throws DomainError 404 when the organization has no such record, or it has made room for newer ones
 */
export async function getRefusedUpload(
  { db }: Pick<Deps, 'db'>,
  organizationId: OrganizationId,
  id: string,
) {
  const row = await findRefusedUpload(organizationId, db, id);
  if (!row) throw notFound('Refused upload');
  return toRefusedUpload(row);
}
