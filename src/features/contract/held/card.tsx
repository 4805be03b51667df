'use client';

import { useQuery } from '@tanstack/react-query';
import { Card } from '@/components/ui/card';
import { CountLink } from '@/components/ui/count-link';
import { TextLink } from '@/components/ui/text-link';
import { CallFailure } from '@/features/frame/call-failure';
import { hrefs } from '@/features/hrefs';
import { ContractMark } from '@/features/names/contract';
import { useTRPC } from '@/trpc/client';

export interface CoveredSoftwareProps {
  /** Where the images are. */
  place: { readonly in: 'project' | 'cluster'; readonly id: string };
  /** A UTC day. */
  today: string;
}

/** Names the software that contracts cover in a project or in what runs in a cluster; shows nothing where there is none. */
export function CoveredSoftware({ place, today }: CoveredSoftwareProps) {
  const covered = useQuery(useTRPC().contract.covered.queryOptions(place));
  if (covered.error) {
    return <CallFailure title="What contracts cover here could not be loaded." query={covered} />;
  }
  if (!covered.data || covered.data.length === 0) return null;
  const here = place.in === 'project' ? { project: place.id } : { running: place.id };
  return (
    <Card
      title="Supported by contract here"
      description={
        place.in === 'cluster' ? 'In images that run in this cluster' : 'In images of this project'
      }
      flush
    >
      <ul className="min-w-0 text-sm">
        {covered.data.map(({ id, productName, cycle, images, contract }) => (
          <li
            key={id}
            className="grid min-w-0 gap-x-6 gap-y-1 border-b px-4 py-2 last:border-b-0 md:grid-cols-[minmax(0,1fr)_minmax(0,4fr)_4.5rem] md:items-baseline"
          >
            <TextLink href={hrefs.software(id)} prefetch={false} className="wrap-anywhere">
              {productName} {cycle}
            </TextLink>
            <ContractMark contract={contract} today={today} />
            <span className="text-xs text-muted md:text-right">
              <CountLink
                value={images}
                noun="image"
                href={hrefs.images({ software: id, ...here })}
              />{' '}
              {images === 1 ? 'image' : 'images'}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
