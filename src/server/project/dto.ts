import { toEolCount, toProjectImage } from '@/server/image/dto';
import type { ProjectRow, ProjectWithImages } from './repository/projects';

/** Makes the contract's `ProjectAndImage`; `eol` sums the images shown. */
export function toProjectAndImage({ id, name, images }: ProjectWithImages) {
  const eol = { low: 0, med: 0, high: 0 };
  for (const { low, med, high } of images.map(toEolCount)) {
    eol.low += low;
    eol.med += med;
    eol.high += high;
  }
  return { projectName: name, projectId: id, eol, images: images.map(toProjectImage) };
}

/** Makes an entry of the scanner's list. */
export function toScannerProject({ id, name, images, latestScanAt }: ProjectRow) {
  return { id, name, images, last_scan: latestScanAt?.toISOString() ?? null };
}
