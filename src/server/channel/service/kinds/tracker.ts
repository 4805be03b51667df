import { CHANNEL_CREDENTIALS } from '@/domain/channel/channel';
import { failed } from '@/domain/channel/outcome';
import type { TrackerKind } from '@/domain/channel/trackers';
import { markdownOf } from '@/domain/ticket/markdown';
import { ticketOn } from '@/domain/ticket/ticket';
import type { Secret } from '@/server/platform/secrets/secret';
import type { Attempt, Sender, SenderDeps, Sent } from './sender';
import { github as githubTracker } from './trackers/github';
import { gitlab as gitlabTracker } from './trackers/gitlab';
import { jira as jiraTracker } from './trackers/jira';
import { keepTickets } from './trackers/keep';
import type { Tracker } from './trackers/tracker';

type Open<Kind extends TrackerKind> = (
  deps: SenderDeps,
  settings: Attempt<Kind>['channel']['settings'],
  secret: unknown,
) => Tracker;

/** Makes the kind of a service that keeps tickets. */
function tracker<Kind extends TrackerKind>(open: Open<Kind>) {
  const send: Sender<Kind> = async (deps, attempt) => {
    const { settings, secret } = attempt.channel;
    if (!secret) return failed('secret', 'This channel has no token any more');
    return keepTickets(deps, attempt, open(deps, settings, revealed(secret)));
  };
  return { send, bodyOf, signs: false, takesAll: true };
}

const revealed = (secret: Secret): unknown => JSON.parse(secret.reveal());

/** What tickets say, as Markdown; Jira has a notation of its own for the same. */
function bodyOf({ content, origin, organizationId }: Sent): string {
  const tickets = content.items.map((item) => {
    const ticket = ticketOn(item, content.kind, { origin, organizationId });
    return item.isSolved ? `Close: ${item.what}` : `# ${ticket.title}\n\n${markdownOf(ticket)}`;
  });
  return tickets.length === 0 ? 'No ticket: access is looked at' : tickets.join('\n\n---\n\n');
}

export const jira = tracker<'jira'>((deps, settings, secret) =>
  jiraTracker(deps, settings, CHANNEL_CREDENTIALS.jira.parse(secret)),
);
export const github = tracker<'github'>((deps, settings, secret) =>
  githubTracker(deps, settings, CHANNEL_CREDENTIALS.github.parse(secret).token),
);
export const gitlab = tracker<'gitlab'>((deps, settings, secret) =>
  gitlabTracker(deps, settings, CHANNEL_CREDENTIALS.gitlab.parse(secret).token),
);
