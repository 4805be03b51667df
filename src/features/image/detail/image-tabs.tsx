import { LinkTabs } from '@/components/ui/link-tabs';
import { imageHref, type ImageTab } from '../image-page-params';
import type { ImageDetail } from '../image-types';

/** The views of one image. */
export function ImageTabs({ image, current }: { image: ImageDetail; current: ImageTab }) {
  const { id, states, componentCount } = image;
  const software = Object.values(states).reduce((sum, count) => sum + count, 0);
  return (
    <LinkTabs
      label="Views of this image"
      current={current}
      tabs={[
        { id: 'software', label: 'Software', count: software, href: imageHref(id) },
        {
          id: 'packages',
          label: 'Packages',
          count: componentCount,
          href: imageHref(id, { tab: 'packages' }),
        },
        { id: 'history', label: 'History', href: imageHref(id, { tab: 'history' }) },
      ]}
    />
  );
}
