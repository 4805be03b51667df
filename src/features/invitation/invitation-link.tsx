import { CopyButton } from '@/components/ui/copy-button';

export interface InvitationLinkProps {
  readonly email: string;
  readonly link: string;
}

/** An accept link, the only time that it is shown. */
export function InvitationLink({ email, link }: InvitationLinkProps) {
  return (
    <div className="grid min-w-0 gap-1">
      <p className="text-sm font-medium wrap-anywhere">{email}</p>
      <div className="flex min-w-0 items-center gap-2 rounded-md border border-accent-text bg-accent-soft py-1 pr-1 pl-3">
        <code className="min-w-0 grow font-mono text-xs wrap-anywhere">{link}</code>
        <CopyButton value={link} label={`Copy the link for ${email}`} />
      </div>
    </div>
  );
}
