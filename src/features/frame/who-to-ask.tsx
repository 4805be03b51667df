'use client';

import { useQuery } from '@tanstack/react-query';
import { TextLink } from '@/components/ui/text-link';
import { useTRPC } from '@/trpc/client';

const SENTENCES = {
  key: 'Keys are created by admins. Ask one of them for a key with the role scanner, and put it into the commands below:',
  policy: 'Policies are written by admins. Ask one of them:',
  product: 'Products are added to the catalog by admins. Ask one of them:',
  team: 'Teams are created by admins. Ask one of them:',
  'scan-images':
    'You can read everything here, but not upload scans. A member or an admin of your organization can begin:',
  settings: 'Your role does not show this section. These are the admins of your organization:',
} as const;

/** Says what the reader's role does not allow, and lists the admins. */
export function WhoToAsk({ forWhat }: { forWhat: keyof typeof SENTENCES }) {
  const admins = useQuery(useTRPC().organization.admins.queryOptions());
  return (
    <div className="grid max-w-prose content-start gap-2 text-sm">
      <p className="text-muted">{SENTENCES[forWhat]}</p>
      <ul className="grid gap-1">
        {admins.data?.map(({ name, email }) => (
          <li key={email}>
            {name} <TextLink href={`mailto:${email}`}>{email}</TextLink>
          </li>
        ))}
      </ul>
      {admins.error && <p className="text-muted">The list of admins could not be loaded.</p>}
    </div>
  );
}
