import { v7 as uuidv7 } from 'uuid';
import type { ComponentMatch } from '@/domain/inventory/matching';
import type { Component } from '@/domain/scan/component';
import type { ScanUpload } from '@/domain/scan/upload';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import { matchColumns } from '@/server/inventory/service/matching';
import {
  ensureInventory,
  ensureSbom,
  findComponents,
  findInventory,
  insertComponents,
  type NewSbom,
} from '../repository/content';
import type { UploadedSbom } from '@/server/platform/http/scan-body';
import type { LockedImageTag } from '../repository/image-tag';
import type { ScanPlan } from '@/server/inventory/service/plan';

export interface Content {
  readonly inventoryId: string | null;
  readonly sbomId: string | null;
  /** Ids by component digest, at least for the components of the findings. */
  readonly componentIds: ReadonlyMap<string, string>;
}

interface Bringing {
  readonly plan: ScanPlan;
  readonly upload: Pick<ScanUpload, 'sbomFormat'>;
  readonly sbom: UploadedSbom | null;
}

/** Stores inventory and SBOM, each kept once per content. */
export async function bringContent(
  organizationId: OrganizationId,
  tx: Transaction,
  { plan, upload, sbom }: Bringing,
  known: LockedImageTag | null,
  at: Date,
): Promise<Content> {
  const stored = sbom && { ...sbom, format: upload.sbomFormat ?? 'unknown' };
  const sbomId = await bringSbom(organizationId, tx, stored, known, at);
  const key = plan.inventoryKey;
  if (key === null) return { inventoryId: null, sbomId, componentIds: new Map() };
  const heldId =
    key === known?.inventoryKey ? known.inventoryId : await findInventory(organizationId, tx, key);
  if (heldId !== null) {
    const needed =
      known?.findingsKey === plan.findingsKey
        ? []
        : plan.findings.flatMap(({ componentKeys, catalogComponentKeys }) => [
            ...componentKeys,
            ...catalogComponentKeys,
          ]);
    return {
      inventoryId: heldId,
      sbomId,
      componentIds: await findComponents(organizationId, tx, needed),
    };
  }
  const componentIds = await ensureComponents(
    organizationId,
    tx,
    plan.components,
    plan.inventory.matches,
  );
  const ids = plan.components.flatMap(({ identity }) => componentIds.get(identity) ?? []);
  const inventoryId = await ensureInventory(organizationId, tx, {
    key,
    componentIds: ids,
    createdAt: at,
  });
  return { inventoryId, sbomId, componentIds };
}

async function bringSbom(
  organizationId: OrganizationId,
  tx: Transaction,
  sbom: NewSbom | null,
  known: LockedImageTag | null,
  at: Date,
): Promise<string | null> {
  if (!sbom) return null;
  return known?.sbomSha256?.equals(sbom.sha256)
    ? known.sbomId
    : ensureSbom(organizationId, tx, sbom, at);
}

/**
 * Rows of one insert. Each statement's parameters are held as text several times over, and the driver keeps
 * a buffer as long as the longest of them. Components come sorted by key, so this keeps the order of locks.
 */
const COMPONENTS_AT_ONCE = 2_000;

/**
 * Gives the ids of components by key; those that the organization does not hold yet are inserted with their match.
 * The others keep the match that they have: that is the business of matching again.
 * @param matches what the catalog says of components, by key
 */
export async function ensureComponents(
  organizationId: OrganizationId,
  tx: Transaction,
  components: readonly Component[],
  matches: ReadonlyMap<string, ComponentMatch>,
): Promise<Map<string, string>> {
  const find = (wanted: readonly Component[]) =>
    findComponents(
      organizationId,
      tx,
      wanted.map(({ identity }) => identity),
    );
  const ids = await find(components);
  const missing = components.filter(({ identity }) => !ids.has(identity));
  for (let first = 0; first < missing.length; first += COMPONENTS_AT_ONCE) {
    const rows = missing
      .slice(first, first + COMPONENTS_AT_ONCE)
      .map(({ identity, distro = null, scope = null, carried = null, ...component }) => ({
        id: uuidv7(),
        componentKey: identity,
        ...component,
        distro,
        scope,
        carried,
        ...matchColumns(matches.get(identity)?.stored),
      }));
    for (const [key, id] of await insertComponents(organizationId, tx, rows)) ids.set(key, id);
  }
  const takenByOthers = missing.filter(({ identity }) => !ids.has(identity));
  for (const [key, id] of await find(takenByOthers)) ids.set(key, id);
  return ids;
}
