'use client';

import { FileCheck2 } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { TextLink } from '@/components/ui/text-link';
import { countOf } from '@/lib/numbers';
import { useTRPC } from '@/trpc/client';
import { waiversHref } from '../params';
import { heldQuery, type HELD_STATES, type HeldConditions } from './params';

export interface HeldWaiversProps {
  /** Names to the letter: waivers that name this project; left out: any. */
  readonly project?: string | undefined;
  /** The same of software. */
  readonly software?: { readonly product: string; readonly cycle: string };
  /** Whose they are; null or left out: anybody’s. */
  readonly owner?: string | null;
}

/** Counts the waivers that hold and those that are asked for, and links to them; shows nothing where there is none. */
export function HeldWaivers({ project, software, owner = null }: HeldWaiversProps) {
  const conditions = {
    project: project ?? null,
    product: software?.product ?? null,
    cycle: software?.cycle ?? null,
    owner,
  };
  const held = useCount('granted', conditions);
  const asked = useCount('asked', conditions);
  if (held === 0 && asked === 0) return null;
  return (
    <p className="flex flex-wrap items-baseline gap-x-3 text-sm text-muted">
      <FileCheck2 aria-hidden className="size-3.5 shrink-0 translate-y-0.5" />
      {held > 0 && (
        <TextLink href={waiversHref({ ...conditions, state: 'granted' })}>
          {countOf(held, 'waiver')} {held === 1 ? 'holds' : 'hold'}
        </TextLink>
      )}
      {asked > 0 && (
        <TextLink href={waiversHref({ ...conditions, state: 'asked' })}>
          {countOf(asked, 'waiver')} asked for
        </TextLink>
      )}
    </p>
  );
}

/** None while it is not known: what is waived is said in more places than here. */
function useCount(state: (typeof HELD_STATES)[number], conditions: HeldConditions): number {
  const list = useQuery(useTRPC().waiver.list.queryOptions(heldQuery(state, conditions)));
  return list.data?.total ?? 0;
}
