'use client';

import { Check, CircleAlert, Copy, MailCheck } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { useCopy } from '@/lib/use-copy';
import type { InviteOutcome as Outcome, MadeInvitation } from './form';

export interface InviteOutcomeProps {
  readonly outcomes: readonly Outcome[];
  readonly onClose: () => void;
}

/** Shows the outcome of each address: refused and links to pass on first, mailed ones last. */
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

/** Reasons why a mail was not sent, with the next step. */
const NOT_MAILED = {
  refused: 'Not mailed: the mail server refuses this address. Check it, or pass this link on.',
  failed: 'Not mailed: the mail server did not take it. Pass this link on, or send it again later.',
} as const;

/** Shows one outcome with its link, the only time that it is shown. */
export function InvitationLink({ email, link, mail }: MadeInvitation) {
  if (mail === 'sent' || link === null) {
    return (
      <div className="flex min-w-0 items-center gap-2">
        <MailCheck aria-hidden className="size-4 shrink-0 text-muted" />
        <p className="min-w-0 grow text-sm">
          <span className="font-medium wrap-anywhere">{email}</span>{' '}
          <span className="text-muted">mailed</span>
        </p>
        {link !== null && <CopyButton value={link} label={`Copy the link for ${email}`} />}
      </div>
    );
  }
  return (
    <div className="grid min-w-0 gap-1">
      <p className="text-sm font-medium wrap-anywhere">{email}</p>
      {mail !== 'not_configured' && (
        <p className="flex items-start gap-1.5 text-sm text-danger-text">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {NOT_MAILED[mail]}
        </p>
      )}
      <div className="flex min-w-0 items-center gap-2 rounded-md border border-accent-text bg-accent-soft py-1 pr-1 pl-3">
        <code className="min-w-0 grow font-mono text-xs wrap-anywhere">{link}</code>
        <CopyButton value={link} label={`Copy the link for ${email}`} />
      </div>
    </div>
  );
}
