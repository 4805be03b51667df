import { CircleAlert, MailCheck } from 'lucide-react';
import { CopyButton } from '@/components/ui/copy-button';
import type { MadeInvitation } from './use-invite';

/** What a mail that was not sent leaves to do. */
const NOT_MAILED = {
  refused: 'Not mailed: the mail server refuses this address. Check it, or pass this link on.',
  failed: 'Not mailed: the mail server did not take it. Pass this link on, or send it again later.',
} as const;

/** What came of an invitation, and its link, the only time that it is shown. */
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
