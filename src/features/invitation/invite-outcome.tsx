'use client';

import { Check, CircleAlert, Copy } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { useCopy } from '@/lib/use-copy';
import { InvitationLink } from './invitation-link';
import type { InviteOutcome as Outcome } from './use-invite';

export interface InviteOutcomeProps {
  readonly outcomes: readonly Outcome[];
  readonly onClose: () => void;
}

/** The links that were made, and the addresses that were refused. */
export function InviteOutcome({ outcomes, onClose }: InviteOutcomeProps) {
  const links = outcomes.flatMap((one) => ('link' in one ? [`${one.email} ${one.link}`] : []));
  return (
    <div role="status" className="grid min-w-0 gap-4">
      {outcomes.map((outcome) =>
        'link' in outcome ? (
          <InvitationLink key={outcome.email} {...outcome} />
        ) : (
          <p key={outcome.email} className="grid gap-1 text-sm">
            <span className="font-medium wrap-anywhere">{outcome.email}</span>
            <span className="flex items-start gap-1.5 text-danger-text">
              <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
              {outcome.problem}
            </span>
          </p>
        ),
      )}
      <div className="flex justify-end gap-2">
        {links.length > 1 && <CopyAll text={links.join('\n')} />}
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </div>
    </div>
  );
}

function CopyAll({ text }: { text: string }) {
  const { copied, copy } = useCopy();
  return (
    <Button onClick={() => void copy(text)}>
      {copied ? <Check aria-hidden /> : <Copy aria-hidden />}
      Copy all links
    </Button>
  );
}
