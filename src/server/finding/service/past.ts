import type { Day } from '@/domain/eol/calendar';
import type { EolState } from '@/domain/eol/proximity';
import { notFound } from '@/domain/errors';
import { evaluate } from '@/domain/policy/evaluate';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Deps } from '@/server/platform/deps';
import { pastDay, pastOf } from '@/server/past/service';
import type { Past } from '@/server/past/sql';
import { toCycleStatus } from '@/server/policy/dto';
import { readPoliciesAt } from '@/server/policy/service/past';
import { placeOfImage, readPlaceFacts } from '@/server/policy/service/places';
import { toPastFinding, toPastImage } from '../dto';
import { findPastImage, pastImageFindings, type PastFindingRow } from '../repository/past';

/**
 * Gets an image as it was when a day was over: what it held by the ends that were known then, and what the policies of that
 * day made of it. Also of images that are gone by now.
 * @throws DomainError 404 when the organization has no such image, 422 for a day of which nothing is known
 */
export async function getPastImage(
  deps: Deps,
  organizationId: OrganizationId,
  { imageTagId, asOf }: { readonly imageTagId: string; readonly asOf: Day },
) {
  const { db } = deps;
  const past = (await pastOf(deps, organizationId, asOf, 'asOf')) ?? pastDay(asOf);
  const image = await findPastImage(organizationId, db, imageTagId, past);
  if (!image) throw notFound('Image tag');
  const rows = await pastImageFindings(organizationId, db, image.id, past);
  const { policies, areKept } = await readPoliciesAt(deps, organizationId, past);
  const facts = await readPlaceFacts(deps, organizationId, [policies], [image.id]);
  const place = placeOfImage(facts, { ...image, imageTagId: image.id });
  const { action, verdicts } = evaluate(rows, policies, place, past.day);
  return {
    ...toPastImage(image),
    day: past.day,
    states: countedByState(rows),
    action,
    arePoliciesKept: areKept,
    findings: verdicts.map((verdict) => toPastFinding(verdict.cycle, toCycleStatus(verdict))),
  };
}

function countedByState(rows: readonly PastFindingRow[]): Record<EolState, number> {
  const counts = { ended: 0, soon: 0, next: 0, later: 0, unknown: 0 };
  for (const { state } of rows) counts[state] += 1;
  return counts;
}

/**
 * @throws DomainError 404 when the organization had no such image when a day was over
 */
export async function requireImageThen(
  { db }: Pick<Deps, 'db'>,
  organizationId: OrganizationId,
  imageTagId: string,
  past: Past,
): Promise<void> {
  const image = await findPastImage(organizationId, db, imageTagId, past);
  if (!image || image.fate === 'not-scanned' || image.fate === 'deleted') {
    throw notFound('Image tag');
  }
}
