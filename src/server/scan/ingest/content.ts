import type { OrganizationId } from '@/server/auth/organization-id';
import type { Transaction } from '@/server/db';
import type { UploadedSbom } from '../scan-body';
import {
  ensureComponents,
  ensureInventory,
  ensureSbom,
  findComponents,
  findInventory,
} from './content-queries';
import type { LockedImageTag } from './image-tag-queries';
import type { ScanPlan } from './plan';

export interface Content {
  readonly inventoryId: string | null;
  readonly sbomId: string | null;
  /** Ids by component digest, at least for the components of the findings. */
  readonly componentIds: ReadonlyMap<string, string>;
}

/** Inventory and SBOM, each kept once per content. */
export async function bringContent(
  organizationId: OrganizationId,
  tx: Transaction,
  { plan, sbom }: { readonly plan: ScanPlan; readonly sbom: UploadedSbom | null },
  known: LockedImageTag | null,
  at: Date,
): Promise<Content> {
  const sbomId = await bringSbom(organizationId, tx, sbom, known, at);
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
  sbom: UploadedSbom | null,
  known: LockedImageTag | null,
  at: Date,
): Promise<string | null> {
  if (!sbom) return null;
  return known?.sbomSha256?.equals(sbom.sha256)
    ? known.sbomId
    : ensureSbom(organizationId, tx, sbom, at);
}
