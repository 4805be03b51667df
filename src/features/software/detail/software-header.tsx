import { PageHeader } from '@/components/layout/page-header';
import { Badge } from '@/components/ui/badge';
import { softwareListHref } from '../search-params';
import type { SoftwareDetail } from '../software-types';

/** Which release cycle this is. */
export function SoftwareHeader({ software }: { software: SoftwareDetail }) {
  const { productName, cycle, artifactType, lts } = software;
  return (
    <PageHeader
      crumbs={[
        { label: 'Software', href: softwareListHref() },
        { label: productName, href: softwareListHref({ product: productName }) },
      ]}
      title={`${productName} ${cycle}`}
      aside={
        <span className="flex shrink-0 items-center gap-1.5">
          <Badge>{artifactType}</Badge>
          {lts && <Badge tone="outline">LTS</Badge>}
        </span>
      }
    />
  );
}
