'use client';

import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { ShieldAlert } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { TextLink } from '@/components/ui/text-link';
import { toast } from '@/components/ui/toast';
import { refusalOf } from '@/features/frame/words';
import { hrefs } from '@/features/hrefs';
import { useTRPC } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';

type OwnNotice = Outputs['account']['notices'][number];
type TakenOver = Extract<OwnNotice['notice'], { kind: 'taken_over' }>;

/** Shows what the reader must know about their account, until they put it away. */
export function AccountNotices({ notices }: { notices: readonly OwnNotice[] }) {
  const [away, setAway] = useState<readonly string[]>([]);
  return notices
    .filter(({ id }) => !away.includes(id))
    .map((notice) => (
      <Notice key={notice.id} {...notice} onAway={() => setAway([...away, notice.id])} />
    ));
}

function Notice({ id, notice, onAway }: OwnNotice & { readonly onAway: () => void }) {
  const put = useMutation({
    ...useTRPC().account.putNoticeAway.mutationOptions(),
    onSuccess: onAway,
    onError: (error) => toast.error(refusalOf(error, 'The notice stays.')),
  });
  return (
    <section
      aria-label="About your account"
      data-print="hide"
      className="flex flex-wrap items-start gap-x-4 gap-y-3 border-b bg-raised px-4 py-3 text-sm sm:px-6"
    >
      <ShieldAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="grid min-w-56 grow basis-0 gap-2 text-pretty wrap-anywhere">
        {notice.kind === 'linked' ? <Linked provider={notice.provider} /> : <Taken {...notice} />}
      </div>
      <Button loading={put.isPending} onClick={() => put.mutate({ id })}>
        I have read this
      </Button>
    </section>
  );
}

function Linked({ provider }: { provider: string }) {
  return (
    <p>
      You sign in with <strong className="font-medium">{provider}</strong> as well from now on. Your
      password still works.
    </p>
  );
}

function Taken({
  provider,
  organizations,
  revokedKeys,
  keptKeys,
  revokedFeeds,
  revokedInvitations,
}: TakenOver) {
  const proof = provider === null ? 'The link in your mail' : provider;
  const password = provider === null ? '' : ' Its password is gone: sign in as you did now.';
  return (
    <>
      <p className="font-medium">
        This account was set up before anybody had shown that your address is theirs.
      </p>
      <p>
        {proof} has shown it now, so the account is yours. Whoever was signed in to it is signed
        out, and links that were mailed are void.{password}
      </p>
      {organizations.length > 0 && (
        <p>
          It belongs to {listed(organizations.map(({ name, role }) => `${name} (${role})`))}. Leave
          what you do not know, under Organization in the settings, and put nothing into it.
        </p>
      )}
      {revokedKeys.length > 0 && (
        <p>API keys that were revoked: {listed(keyNames(revokedKeys))}.</p>
      )}
      {keptKeys.length > 0 && (
        <p>Keys of scanners that go on, and can only upload: {listed(keyNames(keptKeys))}.</p>
      )}
      {revokedFeeds.length > 0 && (
        <p>
          Feeds whose addresses read nothing any more:{' '}
          {listed(revokedFeeds.map(({ label, organization }) => `${label} (${organization})`))}.
        </p>
      )}
      {revokedInvitations.length > 0 && (
        <p>
          Invitations that were taken back:{' '}
          {listed(
            revokedInvitations.map(({ email, organization }) => `${email} (${organization})`),
          )}
          .
        </p>
      )}
      <p>
        <TextLink href={hrefs.account}>Your account</TextLink>
      </p>
    </>
  );
}

const keyNames = (keys: TakenOver['revokedKeys']) =>
  keys.map(({ name, organization }) => `${name} (${organization})`);

const LIST = new Intl.ListFormat('en-GB');
const listed = (names: readonly string[]) => LIST.format(names);
