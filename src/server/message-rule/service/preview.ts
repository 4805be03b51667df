import { DAY_MS } from '@/domain/eol/calendar';
import { asListed, type MessageContent, messageContent } from '@/domain/message/content';
import { digestsOf, knownSubjectOf, type Told, toldBy } from '@/domain/message/digest';
import { partOf } from '@/domain/message/part';
import { asksWhatWasTold, heardBy, isSaidAtOnce, type MessageRule } from '@/domain/message/rule';
import { digestPeriodStart, nextDigestAt, type Rhythm } from '@/domain/message/tempo';
import { bodyOf } from '@/server/channel/service/kinds/kinds';
import type { ItemCut } from '@/server/message/service';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Deps } from '@/server/platform/deps';
import type { PreviewedMessage, RulePreview } from '../dto';
import { findSaid } from '../repository/digests';
import { cutOf } from './digests';
import { requireNamed } from './rules';

const WEEK_DAYS = 7;
/** Every span of so many days has a first of a month in it. */
const MONTH_DAYS = 31;
/** Messages that are gone through, the newest. */
const MAX_EXAMINED = 2_000;
/** Messages that are shown, the newest. */
const MAX_SHOWN = 20;

interface Sent {
  readonly at: Date;
  readonly content: MessageContent;
}

/**
 * Tells what a rule would have sent in the last week, or month where its digests are monthly, had it been on: by what was
 * said then. Nothing is stored.
 * @throws DomainError 422 for a channel or a team that the organization has not
 */
export async function previewRule(
  { db, clock, env }: Pick<Deps, 'db' | 'clock' | 'env'>,
  organizationId: OrganizationId,
  rule: MessageRule,
): Promise<RulePreview> {
  const channels = await requireNamed(organizationId, db, rule);
  const until = clock.now();
  const days = rule.tempo === 'monthly' ? MONTH_DAYS : WEEK_DAYS;
  const since = new Date(until.getTime() - days * DAY_MS);
  const rhythm = { tempo: rule.tempo, hour: rule.hour, timeZone: rule.time_zone };
  const from = firstHeardOf(rhythm, since);
  const rows = await findSaid(organizationId, db, rule.kinds, from, MAX_EXAMINED);
  const said = rows.toReversed().map(({ content, createdAt }) => ({
    ...{ at: createdAt, content: messageContent.parse(content) },
  }));
  const cut = await cutOf(db, organizationId, rule, said);
  const { sent, next } = sentBy(rule, rhythm, said, { since, until, cut });
  const kinds = [...new Set(channels.map(({ kind }) => kind))];
  const shown = ({ at, content }: Sent): PreviewedMessage => ({
    ...{ at: at.toISOString(), kind: content.kind, title: content.title },
    ...{ severity: content.severity, total: content.total },
    bodies: kinds.map((kind) => {
      const own = channels.filter((one) => one.kind === kind).map(({ name }) => name);
      return {
        ...{ kind, channels: own },
        text: bodyOf(kind, {
          ...{ content: asListed(content), createdAt: at, channelName: own[0] ?? '' },
          ...{ origin: env.publicUrl, organizationId },
        }),
      };
    }),
  });
  return {
    ...{ since: since.toISOString(), until: until.toISOString(), total: sent.length },
    messages: sent.slice(-MAX_SHOWN).toReversed().map(shown),
    next: next && shown(next),
    examined: said.filter(({ at }) => at > since).length,
  };
}

/** The first digest of the time is made of what was said before it, too. */
function firstHeardOf(rhythm: Rhythm, since: Date): Date {
  return rhythm.tempo === 'at_once'
    ? since
    : digestPeriodStart(rhythm, nextDigestAt(rhythm, since));
}

interface Span {
  readonly since: Date;
  readonly until: Date;
  readonly cut: ItemCut;
}

/** Goes through what was said as the rule would have: what at once, and what at the moments of its digests. */
function sentBy(
  rule: MessageRule,
  rhythm: Rhythm,
  said: readonly Sent[],
  { since, until, cut }: Span,
) {
  const sent: Sent[] = [];
  const told: Noted = new Map();
  const held = new Map<number, Sent[]>();
  const isNoted = asksWhatWasTold(rule);
  for (const { at, content } of said) {
    const part = heardBy(rule, content, (item) => cut({ kind: content.kind, at }, item));
    if (!part) continue;
    if (!isSaidAtOnce(rule, content)) {
      const due = nextDigestAt(rhythm, at).getTime();
      held.set(due, [...(held.get(due) ?? []), { at, content: part }]);
    } else {
      const heard = isNoted ? toldOf(part, told) : part;
      if (isNoted) note(told, [{ at, content: part }], at);
      if (heard && at > since) sent.push({ at, content: heard });
    }
  }
  const { tempo } = rule;
  const digests = [...held].flatMap(([due, messages]) => {
    const made = digestsOf(messages, { tempo, told, isNoted });
    note(told, messages, new Date(due));
    return made.map((content) => ({ at: new Date(due), content }));
  });
  const done = digests.filter(({ at }) => at <= until && at > since);
  return {
    sent: [...sent, ...done].toSorted((left, right) => left.at.getTime() - right.at.getTime()),
    next: digests.find(({ at }) => at > until) ?? null,
  };
}

/** What is solved of a message as far as it was said to be open. */
function toldOf(content: MessageContent, told: Told) {
  return partOf(content, (item) => !item.isSolved || told.has(knownSubjectOf(content.kind, item)));
}

type Noted = Map<string, { readonly state: string; readonly at: Date }>;

function note(told: Noted, messages: readonly Sent[], at: Date): void {
  for (const { subject, state } of toldBy(messages)) {
    if (state === null) told.delete(subject);
    else told.set(subject, { state, at });
  }
}
