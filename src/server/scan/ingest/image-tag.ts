import { v7 as uuidv7 } from 'uuid';
import type { ScanUpload } from '@/domain/scan/scan-upload';
import { foldForSearch } from '@/domain/search';
import type { OrganizationId } from '@/server/auth/organization-id';
import type { Transaction } from '@/server/db';
import { sortKeyOf } from '../sort-key';
import {
  insertImageTag,
  updateImageTag,
  type ImageTagState,
  type LockedImageTag,
} from './image-tag-queries';
import type { ScanPlan } from './plan';

/** Another upload created the same tag, or the project was deleted, between two statements: start over. */
export class ImageTagRaced extends Error {
  override readonly name = 'ImageTagRaced';
}

/** What a scan says of its source, in the tag's columns. */
export function sourceState({ source, imagePath, distro }: ScanUpload) {
  if (source.kind === 'directory') {
    return {
      digest: null,
      labels: null,
      repoDigests: [],
      verified: false,
      location: source.name,
      distro,
    };
  }
  const { digest, labels, repoDigests, verified } = source;
  return { digest, labels, repoDigests, verified, location: imagePath ?? '', distro };
}

/** Creates the tag, or brings it to what this scan says. @throws ImageTagRaced when another upload created it meanwhile */
export async function writeImageTag(
  organizationId: OrganizationId,
  tx: Transaction,
  { upload: { source }, plan }: { readonly upload: ScanUpload; readonly plan: ScanPlan },
  known: LockedImageTag | null,
  projectId: string,
  state: ImageTagState,
): Promise<string> {
  if (known) {
    await updateImageTag(
      organizationId,
      tx,
      known.id,
      state,
      known.findingsKey !== state.findingsKey,
    );
    return known.id;
  }
  const typed = `${source.name}:${source.tag}`;
  const canonical = `${source.canonicalName}:${source.tag}`;
  const tag = {
    ...state,
    id: uuidv7(),
    projectId,
    kind: source.kind,
    name: source.name,
    tag: source.tag,
    referenceKey: plan.referenceKey,
    canonicalName: source.canonicalName,
    searchText: [...new Set([foldForSearch(typed), foldForSearch(canonical)])].join('\n'),
    sortKey: sortKeyOf(typed),
  };
  if (!(await insertImageTag(organizationId, tx, tag))) throw new ImageTagRaced();
  return tag.id;
}
