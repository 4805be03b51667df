import { PageHeader } from '@/components/layout/page-header';
import { CopyButton } from '@/components/ui/copy-button';
import { projectTitle } from '@/domain/identifiers/project-name';
import { projectHref } from '@/features/project/project-page-params';
import { KindMark } from '../image-name';
import { referenceOf } from '../image-reference';
import type { ImageDetail } from '../image-types';
import { imagesHref } from '../search-params';

/** Which image this is: its full reference, never shortened. */
export function ImageHeader({ image }: { image: ImageDetail }) {
  const reference = referenceOf(image);
  const { title } = projectTitle(image.projectName);
  return (
    <PageHeader
      crumbs={[
        { label: 'Images', href: imagesHref() },
        { label: title, href: projectHref(image.projectId) },
      ]}
      title={
        <>
          <span className="mr-2 inline-block align-[-0.1em]">
            <KindMark kind={image.kind} />
          </span>
          {reference}
        </>
      }
      aside={<CopyButton value={reference} label="Copy the name" />}
    />
  );
}
