'use client';

import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Loading } from '@/components/feedback/loading';
import { Stack } from '@/components/layout/stack';
import { DateTime } from '@/components/status/date-time';
import { Badge } from '@/components/ui/badge';
import { TextLink } from '@/components/ui/text-link';
import { personalSetting, type PersonalSetting } from '@/domain/message/mail-setting';
import { KIND_WORDS } from '@/domain/message/words';
import { CallFailure } from '@/features/frame/call-failure';
import { SectionHead } from '@/features/frame/section';
import { hrefs } from '@/features/hrefs';
import { useTRPC } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import { useBrowserZone } from './fields';
import { MailForm, TestMail } from './form';

type Mail = Outputs['inbox']['mail'];

export interface MailViewProps {
  readonly organizationName: string;
}

/** Shows what the reader is mailed by one organization, and what that would have been. */
export function MailView({ organizationName }: MailViewProps) {
  const mail = useQuery(useTRPC().inbox.mail.queryOptions());
  return (
    <Stack>
      <SectionHead title="Your messages">
        What {organizationName} mails to you. Everything that concerns you is in your{' '}
        <TextLink href={hrefs.inbox()}>inbox</TextLink>, whatever you choose here.
      </SectionHead>
      {mail.error ? (
        <CallFailure title="Your settings could not be loaded." query={mail} />
      ) : mail.data ? (
        <Chosen mail={mail.data} />
      ) : (
        <Loading label="Loading your settings" rows={4} columns={2} />
      )}
    </Stack>
  );
}

function Chosen({ mail }: { readonly mail: Mail }) {
  const zone = useBrowserZone();
  const [edited, setEdited] = useState<PersonalSetting | null>(null);
  const values = edited ?? valuesOf(mail, zone);
  return (
    <>
      <Obstacle mail={mail} />
      <MailForm values={values} fallbackZone={mail.defaults.timeZone} onChange={setEdited}>
        {mail.canMail && mail.isProven && <TestMail email={mail.email} />}
      </MailForm>
      <Preview values={values} />
    </>
  );
}

/** Who has not chosen begins with what holds for them, in the time zone of their browser. */
function valuesOf(
  { chosen, defaults: { tempo, hour } }: Mail,
  zone: string | null,
): PersonalSetting {
  return chosen ?? { choices: {}, tempo, hour, time_zone: zone, quiet: null };
}

/** Says why nothing is mailed, whatever is chosen. */
function Obstacle({ mail: { canMail, isProven, email } }: { readonly mail: Mail }) {
  if (canMail && isProven) return null;
  return (
    <p role="note" className="max-w-3xl rounded-md border bg-raised px-3 py-2 text-sm">
      {canMail ? (
        <>
          Nothing is mailed yet: nobody has shown that {email} is yours.{' '}
          <TextLink href={hrefs.settings.account}>Confirm the address</TextLink>
        </>
      ) : (
        'Nothing is mailed: no mail server is configured. The inbox has everything.'
      )}
    </p>
  );
}

function Preview({ values }: { readonly values: PersonalSetting }) {
  const trpc = useTRPC();
  const isWhole = personalSetting.safeParse(values).success;
  const preview = useQuery({
    ...trpc.inbox.previewMail.queryOptions(values),
    enabled: isWhole,
    // That the former choice would have brought none says nothing of this one.
    placeholderData: (before: Outputs['inbox']['previewMail'] | undefined) =>
      before?.length ? before : undefined,
  });
  return (
    <section aria-labelledby="preview" className="grid max-w-3xl min-w-0 gap-2">
      <h2 id="preview" className="text-lg font-semibold">
        In the last 7 days you would have received these
      </h2>
      {preview.error ? (
        <CallFailure title="What you would have received could not be loaded." query={preview} />
      ) : preview.data ? (
        <Previewed mails={preview.data} />
      ) : (
        <Loading label="Loading what you would have received" rows={2} columns={2} />
      )}
    </section>
  );
}

function Previewed({ mails }: { readonly mails: Outputs['inbox']['previewMail'] }) {
  if (mails.length === 0) {
    return <p className="text-sm text-muted">No mail: nothing of it concerned you.</p>;
  }
  return (
    <ul className="divide-y rounded-md border bg-surface">
      {mails.map(({ at, content, isDigest }, index) => (
        <li
          key={`${at} ${String(index)}`}
          className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2 text-sm"
        >
          <DateTime value={at} className="text-muted" />
          <Badge>{isDigest ? 'Digest' : KIND_WORDS[content.kind].label}</Badge>
          <span className="min-w-0 wrap-anywhere">{content.title}</span>
        </li>
      ))}
    </ul>
  );
}
