'use client';

import { useQuery } from '@tanstack/react-query';
import { Loading } from '@/components/feedback/loading';
import { Stack } from '@/components/layout/stack';
import { CallFailure } from '@/features/frame/call-failure';
import { SettingsPart } from '@/features/frame/section';
import { useTRPC } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import { Sessions, Trail } from './card';
import { ChangeEmail } from './email/form';
import { ChangePassword, RenameAccount } from './form';

type Account = Outputs['account']['get'];

/** Shows the reader's own account: name, ways to sign in, and browsers that are signed in. */
export function AccountView() {
  const account = useQuery(useTRPC().account.get.queryOptions());
  if (account.error) {
    return <CallFailure title="Your account could not be loaded." query={account} />;
  }
  if (!account.data) return <Loading label="Loading your account" rows={4} columns={2} />;
  return <Parts account={account.data} />;
}

function Parts({ account }: { account: Account }) {
  return (
    <Stack className="max-w-3xl gap-0 divide-y rounded-md border bg-surface">
      <SettingsPart title="Your name" description="Beside what you write and do, for everybody.">
        <RenameAccount account={account} />
      </SettingsPart>
      <SettingsPart title="E-mail" description="You sign in with it, and get mail there.">
        <ChangeEmail account={account} />
      </SettingsPart>
      {account.passwordsInUse && (
        <SettingsPart title="Password" description="Another one signs you out everywhere but here.">
          <ChangePassword account={account} />
        </SettingsPart>
      )}
      <SettingsPart
        title="Signed in"
        description="Browsers that act as you. What a browser says of itself is its own word."
      >
        <Sessions />
      </SettingsPart>
      <SettingsPart
        title="What happened"
        description="Sign-ins, also those that failed, and changes of this account."
      >
        <Trail />
      </SettingsPart>
    </Stack>
  );
}
