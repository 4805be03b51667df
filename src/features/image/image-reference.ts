import type { DashboardImage } from './image-types';

/**
 * An image as it is written: `name:tag`, `name@digest` where the digest is its tag, and a directory by its
 * target alone.
 */
export function referenceOf({
  kind,
  name,
  tag,
}: Pick<DashboardImage, 'kind' | 'name' | 'tag'>): string {
  if (kind === 'directory') return name;
  return isDigest(tag) ? `${name}@${tag}` : `${name}:${tag}`;
}

function isDigest(tag: string): boolean {
  return /^[a-z0-9]+:[0-9a-f]{32,}$/i.test(tag);
}
