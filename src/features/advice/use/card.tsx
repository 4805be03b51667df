'use client';

import { useQuery } from '@tanstack/react-query';
import { TextLink } from '@/components/ui/text-link';
import { hrefs } from '@/features/hrefs';
import { countOf } from '@/lib/numbers';
import { useTRPC } from '@/trpc/client';

/** A page may name the same target many times. */
const USE_HOLDS_MS = 60_000;

export interface CycleUseProps {
  product: string;
  /** The name of the release cycle. */
  cycle: string;
}

function useCycleUse({ product, cycle }: CycleUseProps) {
  const { catalog } = useTRPC();
  return useQuery({
    ...catalog.cycleUse.queryOptions({ product, cycle }),
    staleTime: USE_HOLDS_MS,
  });
}

const imagesWith = (softwareIds: readonly string[]) =>
  hrefs.images({ software: softwareIds.join(',') });

/** Says how many images run the cycle to move to already, and links to them: they show that it can be done. */
export function RunAlready(props: CycleUseProps) {
  const { data } = useCycleUse(props);
  if (!data || data.images === 0) return null;
  return (
    <TextLink href={imagesWith(data.softwareIds)} className="shrink-0">
      {countOf(data.images, 'image')} {data.images === 1 ? 'runs' : 'run'} it already
    </TextLink>
  );
}

/** Says in how many images a cycle is now, and links to them. */
export function HeldBy({ title, ...props }: CycleUseProps & { readonly title: string }) {
  const { data, error } = useCycleUse(props);
  if (error) return <span className="text-muted">Could not be counted</span>;
  if (!data) return <span className="text-muted">…</span>;
  if (data.images === 0) return <>{title} is in none of them</>;
  return (
    <>
      {title} is in{' '}
      <TextLink href={imagesWith(data.softwareIds)}>{countOf(data.images, 'image')}</TextLink>
    </>
  );
}
