import { AppWindow, Container, Folder } from 'lucide-react';
import { MiddleTruncate } from '@/components/ui/middle-truncate';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import type { Outputs } from '@/trpc/outputs';

/** The choices of whether a cluster runs an image, alike for each list of images. */
export const RUNNING_OPTIONS = [
  { value: 'yes', label: 'In a cluster' },
  { value: 'no', label: 'Not in any connected cluster' },
] as const;

/**
 * An image as it is written: `name:tag`, `name@digest` where the digest is its tag, a directory by its
 * target alone, and an application by its name and version.
 */
export function referenceOf({
  kind,
  name,
  tag,
}: Pick<DashboardImage, 'kind' | 'name' | 'tag'>): string {
  if (kind === 'directory') return name;
  if (kind === 'application') return `${name} ${tag}`;
  return isDigest(tag) ? `${name}@${tag}` : `${name}:${tag}`;
}

function isDigest(tag: string): boolean {
  return /^[a-z0-9]+:[0-9a-f]{32,}$/i.test(tag);
}

/** Shows an image's full reference on one line; a directory's path, with a mark. */
export function ImageName({ image }: { image: Pick<DashboardImage, 'kind' | 'name' | 'tag'> }) {
  return (
    <span className="flex min-w-0 items-center gap-2">
      {image.kind !== 'image' && <KindMark kind={image.kind} />}
      <MiddleTruncate text={referenceOf(image)} />
    </span>
  );
}

const KINDS = {
  image: { Icon: Container, word: 'Image' },
  directory: { Icon: Folder, word: 'Directory' },
  application: { Icon: AppWindow, word: 'Application' },
} as const;

/** Marks an image, a directory or an application. */
export function KindMark({ kind }: Pick<DashboardImage, 'kind'>) {
  const { Icon, word } = KINDS[kind];
  return (
    <span title={word} className="shrink-0 text-subtle">
      <Icon aria-hidden className="size-4" />
      {kind !== 'image' && <VisuallyHidden>{word}</VisuallyHidden>}
    </span>
  );
}

/** Singular and plural of what counts by state are of. */
export const SOFTWARE_NOUN = ['software', 'software'] as const;

/** A row of the images list. */
export type DashboardImage = Outputs['image']['listForDashboard']['items'][number];
