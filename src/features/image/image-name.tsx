import { Container, Folder } from 'lucide-react';
import { MiddleTruncate } from '@/components/ui/middle-truncate';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { referenceOf } from './image-reference';
import type { DashboardImage } from './image-types';

/** An image by its full reference on one line; a directory by its path, with a mark. */
export function ImageName({ image }: { image: Pick<DashboardImage, 'kind' | 'name' | 'tag'> }) {
  return (
    <span className="flex min-w-0 items-center gap-2">
      {image.kind === 'directory' && <KindMark kind={image.kind} />}
      <MiddleTruncate text={referenceOf(image)} />
    </span>
  );
}

/** What was scanned: an image, or a directory. */
export function KindMark({ kind }: Pick<DashboardImage, 'kind'>) {
  const Icon = kind === 'directory' ? Folder : Container;
  return (
    <span title={kind === 'directory' ? 'Directory' : 'Image'} className="shrink-0 text-subtle">
      <Icon aria-hidden className="size-4" />
      {kind === 'directory' && <VisuallyHidden>Directory</VisuallyHidden>}
    </span>
  );
}
