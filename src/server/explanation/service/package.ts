import { notFound } from '@/domain/errors';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Deps } from '@/server/platform/deps';
import { toExplainedPackage, toUpload } from '../dto';
import { findHeldPackage, findImage, findingsOfPackage, findUpload } from '../repository';

/**
 * Explains how the catalog was led to the release cycle of a package that an image holds, or why to none.
 * @throws DomainError 404 when the organization has no such image, or its newest scan found no such package
 */
export async function explainPackage(
  { db, clock, catalog }: Deps,
  organizationId: OrganizationId,
  { imageTagId, packageId }: { readonly imageTagId: string; readonly packageId: string },
) {
  const image = await findImage(organizationId, db, imageTagId);
  const inventoryId = image?.inventoryId ?? null;
  if (!image || inventoryId === null) throw notFound(image ? 'Package' : 'Image');
  const found = await findHeldPackage(organizationId, db, { inventoryId, packageId });
  if (!found) throw notFound('Package');
  const [view, findings, upload] = await Promise.all([
    catalog.forOrganization(organizationId),
    findingsOfPackage(organizationId, db, { imageTagId, packageId }),
    findUpload(organizationId, db, imageTagId, { at: clock.now(), isExact: false }),
  ]);
  const explained = view.explainScanned(found, found.distro ?? image.distro);
  return {
    image: { id: image.id, name: image.name, tag: image.tag, kind: image.kind },
    project: { id: image.projectId, name: image.projectName },
    package: toExplainedPackage(found, explained, view),
    findings: findings.map(({ id, productName, cycle }) => ({
      id,
      name: `${productName} ${cycle}`,
    })),
    latest_upload: toUpload(upload),
  };
}
