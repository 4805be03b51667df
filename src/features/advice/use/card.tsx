'use client';

import { useQuery } from '@tanstack/react-query';
import { TextLink } from '@/components/ui/text-link';
import { hrefs } from '@/features/hrefs';
import { countOf } from '@/lib/numbers';
import { useTRPC } from '@/trpc/client';

/** A page may name the same target many times. */
const USE_HOLDS_MS = 60_000;

export interface RunAlreadyProps {
  product: string;
  /** The name of the release cycle to move to. */
  cycle: string;
}

/** Says how many images run the cycle to move to already, and links to them: they show that it can be done. */
export function RunAlready({ product, cycle }: RunAlreadyProps) {
  const { catalog } = useTRPC();
  const { data } = useQuery({
    ...catalog.cycleUse.queryOptions({ product, cycle }),
    staleTime: USE_HOLDS_MS,
  });
  if (!data || data.images === 0) return null;
  return (
    <TextLink href={hrefs.images({ software: data.softwareIds.join(',') })} className="shrink-0">
      {countOf(data.images, 'image')} {data.images === 1 ? 'runs' : 'run'} it already
    </TextLink>
  );
}
