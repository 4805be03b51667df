'use client';

import { useQuery } from '@tanstack/react-query';
import { Loading } from '@/components/feedback/loading';
import { Stack } from '@/components/layout/stack';
import { CallFailure } from '@/features/frame/call-failure';
import { TextLink } from '@/components/ui/text-link';
import { SettingsPart } from '@/features/frame/section';
import { hrefs } from '@/features/hrefs';
import { useTRPC } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import { PlainKeys } from './actions';
import { Sessions, Trail } from './card';
import { ChangeEmail } from './email/form';
import { ChangePassword, RenameAccount } from './form';

type Account = Outputs['account']['get'];

export interface AccountViewProps {
  /** Whether the reader acts in an organization, which mails to them. */
  readonly hasMessages?: boolean;
}

/** Shows the reader's own account: name, ways to sign in, and browsers that are signed in. */
export function AccountView({ hasMessages = false }: AccountViewProps) {
  const account = useQuery(useTRPC().account.get.queryOptions());
  if (account.error) {
    return <CallFailure title="Your account could not be loaded." query={account} />;
  }
  if (!account.data) return <Loading label="Loading your account" rows={4} columns={2} />;
  return <Parts account={account.data} hasMessages={hasMessages} />;
}

function Parts({ account, hasMessages }: { account: Account; hasMessages: boolean }) {
  return (
    <Stack className="max-w-3xl gap-0 divide-y rounded-md border bg-surface">
      <SettingsPart
        title="Your name"
        description="Shown to everybody beside what you write and do."
      >
        <RenameAccount account={account} />
      </SettingsPart>
      <SettingsPart
        title="Keyboard"
        description="Keys pressed by themselves, such as j for the next row, can get in the way of speech input. Kept in this browser."
      >
        <PlainKeys />
      </SettingsPart>
      {hasMessages && (
        <SettingsPart title="Messages" description="What the organization mails to you, and when.">
          <TextLink href={hrefs.settings.ownMessages} className="text-sm">
            Choose what is mailed to you
          </TextLink>
        </SettingsPart>
      )}
      <SettingsPart title="E-mail" description="You sign in with it and get mail there.">
        <ChangeEmail account={account} />
      </SettingsPart>
      {account.passwordsInUse && (
        <SettingsPart
          title="Password"
          description="A new password signs you out everywhere but here."
        >
          <ChangePassword account={account} />
        </SettingsPart>
      )}
      <SettingsPart title="Signed in" description="Browsers that are signed in as you.">
        <Sessions />
      </SettingsPart>
      <SettingsPart
        title="Recent activity"
        description="Sign-ins, failed ones too, and changes to this account."
      >
        <Trail />
      </SettingsPart>
    </Stack>
  );
}
