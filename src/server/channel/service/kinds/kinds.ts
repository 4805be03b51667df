import { CHANNEL_SETTINGS, type ChannelKind } from '@/domain/channel/channel';
import { failed, type Outcome } from '@/domain/channel/outcome';
import { asListed } from '@/domain/message/content';
import { mattermost, slack, teams } from './chat';
import { mailBodyOf, sendAsMail } from './mail';
import { pagerDutyBodyOf, sendToPagerDuty } from './pagerduty';
import { type Attempt, LeaseLost, type Sender, type SenderDeps, type Sent } from './sender';
import { github, gitlab, jira } from './tracker';
import { sendToWebhook, webhookBodyOf } from './webhook';

/** All that differs between the kinds of channels. */
interface KindOfChannel<Kind extends ChannelKind> {
  readonly send: Sender<Kind>;
  /** What is sent, as a person looks at it. */
  bodyOf(sent: Sent): string;
  /** Whether it signs what it sends, with keys that are made with the channel. */
  readonly signs: boolean;
  /** Whether each item goes by itself, so that all of them go; else a reader is listed some, and told how many there are. */
  readonly takesAll: boolean;
}

const KINDS: { readonly [Kind in ChannelKind]: KindOfChannel<Kind> } = {
  webhook: { send: sendToWebhook, bodyOf: webhookBodyOf, signs: true, takesAll: false },
  mail: { send: sendAsMail, bodyOf: mailBodyOf, signs: false, takesAll: false },
  ...{ slack, teams, mattermost },
  pagerduty: { send: sendToPagerDuty, bodyOf: pagerDutyBodyOf, signs: false, takesAll: true },
  ...{ jira, github, gitlab },
};

export const bodyOf = (kind: ChannelKind, sent: Sent): string => KINDS[kind].bodyOf(sent);
export const signs = (kind: ChannelKind): boolean => KINDS[kind].signs;

/** An attempt whose channel is as it is stored. */
export type StoredAttempt = Omit<Attempt<ChannelKind>, 'channel'> & {
  readonly channel: Omit<Attempt<ChannelKind>['channel'], 'settings'> & {
    readonly kind: ChannelKind;
    readonly settings: unknown;
  };
};

/** Makes an attempt by the channel's kind; a fault of a sender's is a failure like others. @throws LeaseLost */
export async function sendBy(deps: SenderDeps, attempt: StoredAttempt): Promise<Outcome> {
  try {
    return await sendAs(deps, attempt.channel.kind, attempt);
  } catch (err) {
    if (err instanceof LeaseLost) throw err;
    deps.logger.error({ err, channel: attempt.channel.id }, 'a message could not be sent');
    return failed('unexpected', 'A fault of this server; its log says more');
  }
}

function sendAs<Kind extends ChannelKind>(
  deps: SenderDeps,
  kind: Kind,
  attempt: StoredAttempt,
): Promise<Outcome> {
  const { kind: _, settings, ...channel } = attempt.channel;
  const { send, takesAll } = KINDS[kind];
  const { content: whole } = attempt.message;
  const message = { ...attempt.message, content: takesAll ? whole : asListed(whole) };
  // What the kind's own schema gives; a lookup by a type parameter has lost which one it is.
  const parsed = CHANNEL_SETTINGS[kind].parse(settings) as Attempt<Kind>['channel']['settings'];
  return send(deps, { ...attempt, message, channel: { ...channel, settings: parsed } });
}
