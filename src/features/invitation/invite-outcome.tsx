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

/** What came of each address: mailed, a link to pass on, or refused. What is left to do comes first. */
export function InviteOutcome({ outcomes, onClose }: InviteOutcomeProps) {
  const made = outcomes.flatMap((one) => ('link' in one ? [one] : []));
  const mailed = made.filter(({ mail }) => mail === 'sent');
  const links = made.filter(({ mail }) => mail !== 'sent');
  return (
    <div role="status" className="grid min-w-0 gap-4">
      {outcomes.map((one) => 'problem' in one && <Refused key={one.email} {...one} />)}
      {links.map((one) => (
        <InvitationLink key={one.email} {...one} />
      ))}
      <ul className="grid gap-1 empty:hidden">
        {mailed.map((one) => (
          <li key={one.email}>
            <InvitationLink {...one} />
          </li>
        ))}
      </ul>
      <div className="flex justify-end gap-2">
        {links.length > 1 && (
          <CopyAll text={links.map(({ email, link }) => `${email} ${link ?? ''}`).join('\n')} />
        )}
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </div>
    </div>
  );
}

function Refused({ email, problem }: { readonly email: string; readonly problem: string }) {
  return (
    <p className="grid gap-1 text-sm">
      <span className="font-medium wrap-anywhere">{email}</span>
      <span className="flex items-start gap-1.5 text-danger-text">
        <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
        {problem}
      </span>
    </p>
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
