import { FileCheck2 } from 'lucide-react';
import { Badge } from '@/components/ui/badge';
import { TextLink } from '@/components/ui/text-link';
import type { WaiverState } from '@/domain/waiver/waiver';
import { hrefs } from '@/features/hrefs';
import { formatDay } from '@/lib/dates';
import { STATE_NAMES } from './words';

const TONES = {
  asked: 'accent',
  granted: 'neutral',
  declined: 'outline',
  withdrawn: 'outline',
  revoked: 'outline',
  ended: 'outline',
} as const;

/** Says where a waiver stands. */
export function WaiverStateBadge({ state }: { readonly state: WaiverState }) {
  return <Badge tone={TONES[state]}>{STATE_NAMES[state]}</Badge>;
}

export interface WaivedLineProps {
  readonly waiverId: string;
  /** The last day of the waiver, a UTC day. */
  readonly endsOn: string;
}

/** Says beside what it covers that a waiver holds, until when, and links to it. */
export function WaivedLine({ waiverId, endsOn }: WaivedLineProps) {
  return (
    <span className="inline-flex items-baseline gap-1.5">
      <FileCheck2 aria-hidden className="size-3.5 shrink-0 translate-y-0.5" />
      <span>
        <TextLink href={hrefs.waiver(waiverId)} prefetch={false}>
          Waived
        </TextLink>{' '}
        until {formatDay(endsOn)}
      </span>
    </span>
  );
}

export interface AskLinkProps {
  readonly subject: Parameters<typeof hrefs.newWaiver>[0];
}

/** Links to the form that asks for a waiver, with what it would be on filled in. */
export function AskLink({ subject }: AskLinkProps) {
  const software = [subject?.product, subject?.cycle].filter(Boolean).join(' ');
  return (
    // Above the link that a whole row of a table is.
    <TextLink href={hrefs.newWaiver(subject)} prefetch={false} className="relative text-xs">
      Ask for a waiver<span className="sr-only"> of {software}</span>
    </TextLink>
  );
}
