'use client';

import { useState, type ReactNode } from 'react';
import { CalendarPlus } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { CodeBlock } from '@/components/ui/code-block';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import { TextLink } from '@/components/ui/text-link';
import { FEED_PATH, feedEndoflifeUrl, feedUrl } from '@/domain/feed/address';
import { hrefs } from '@/features/hrefs';
import type { ShownFeedToken } from './types';
import { REMINDER_CHOICES, type Reminders } from './words';

/** Shows the addresses of a new token, the only time that they can be seen. */
export function FeedAddresses({ shown }: { readonly shown: ShownFeedToken }) {
  const { token, public_url: publicUrl, scope } = shown;
  return (
    <div className="grid min-w-0 gap-5">
      <CalendarAddress shown={shown} />
      <Part title="Feed">
        <CodeBlock label="Address of the feed" code={feedUrl(publicUrl, token, 'feed.atom')} />
      </Part>
      <BadgeAddress shown={shown} />
      {(scope === 'organization' || scope === 'product') && (
        <Part title="Renovate, Backstage">
          <CodeBlock
            label="Address of the release cycles"
            code={feedEndoflifeUrl(publicUrl, token)}
          />
          <p className="text-xs text-muted">
            In the place of endoflife.date’s, with your own dates.{' '}
            <TextLink href={`${hrefs.docs.feeds}#renovate`}>How to set it</TextLink>
          </p>
        </Part>
      )}
    </div>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="grid min-w-0 gap-2">
      <h3 className="text-sm font-semibold">{title}</h3>
      {children}
    </section>
  );
}

/** As high as the button that copies. */
function Caption({ children }: { readonly children: ReactNode }) {
  return <span className="py-2">{children}</span>;
}

function CalendarAddress({ shown: { token, public_url: publicUrl } }: AddressProps) {
  const [reminders, setReminders] = useState<Reminders>('none');
  const query = reminders === 'none' ? '' : `?reminders=${reminders}`;
  const address = `${feedUrl(publicUrl, token, 'calendar.ics')}${query}`;
  const webcal = address.replace(/^https?:/, 'webcal:');
  return (
    <Part title="Calendar">
      <Field label="Entries">
        <Select options={REMINDER_CHOICES} value={reminders} onChange={setReminders} />
      </Field>
      <CodeBlock
        header={<Caption>From a web address</Caption>}
        label="Address of the calendar"
        code={address}
      />
      <CodeBlock
        header={<Caption>For programs on this device</Caption>}
        label="Address for calendar programs"
        code={webcal}
      />
      <div>
        <Button asChild size="sm">
          <a href={webcal}>
            <CalendarPlus aria-hidden />
            Open in a calendar
          </a>
        </Button>
      </div>
    </Part>
  );
}

interface AddressProps {
  readonly shown: ShownFeedToken;
}

function BadgeAddress({ shown: { token, public_url: publicUrl } }: AddressProps) {
  const address = feedUrl(publicUrl, token, 'badge.svg');
  const json = feedUrl(publicUrl, token, 'badge.json');
  return (
    <Part title="Badge">
      {/* From where the page is: the public address may be another one. */}
      <img
        src={`${FEED_PATH}${token}/badge.svg`}
        alt="The badge as it is now"
        className="h-5"
        referrerPolicy="no-referrer"
      />
      <CodeBlock
        header={<Caption>Markdown</Caption>}
        label="Markdown of the badge"
        code={`![End of life](${address})`}
      />
      <CodeBlock
        header={<Caption>For shields.io</Caption>}
        label="Address for the endpoint badge of shields.io"
        code={json}
      />
    </Part>
  );
}
