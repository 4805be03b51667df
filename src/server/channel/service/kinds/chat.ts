import { CHANNEL_CREDENTIALS } from '@/domain/channel/channel';
import { failed } from '@/domain/channel/outcome';
import type { MessageContent } from '@/domain/message/content';
import { chatMessage } from '@/domain/message/mattermost';
import type { Frame } from '@/domain/message/plain-text';
import { slackMessage } from '@/domain/message/slack';
import { teamsMessage } from '@/domain/message/teams';
import { givenUpIfRefused, post } from './post';
import type { Sender, Sent } from './sender';

type ChatKind = 'slack' | 'teams' | 'mattermost';
type Write = (content: MessageContent, frame: Frame) => object;

function frameOf(channelName: string, origin: string): Frame {
  return { origin, footnote: `This went to the channel “${channelName}” of Eventide.` };
}

/** Shorter parts of an address are words, as `services` is; a secret is not as short. */
const MIN_SECRET_LENGTH = 16;

/**
 * What an answer might repeat of an address: all of it, what stands after the host, or one part of that, as where it quotes the
 * address in HTML or JSON, which write some characters in other ways.
 */
export function secretsIn(url: string): string[] {
  const { pathname, search, searchParams } = new URL(url);
  const values = search.split(/[?&=]/);
  const parts = [...pathname.split('/'), ...values, ...searchParams.values()];
  return [
    ...[url, `${pathname}${search}`, pathname].filter((part) => part.length > 1),
    ...parts.filter((part) => part.length >= MIN_SECRET_LENGTH),
  ];
}

/** Makes the kind of a chat whose incoming webhook takes JSON at an address that is a secret. */
function chat<Kind extends ChatKind>(kind: Kind, write: Write) {
  const send: Sender<Kind> = async (deps, { channel, message }) => {
    if (!channel.secret) return failed('secret', 'This channel has no address any more');
    const { url } = CHANNEL_CREDENTIALS[kind].parse(JSON.parse(channel.secret.reveal()));
    const { outcome } = await post(deps, {
      url,
      headers: { 'content-type': 'application/json', 'user-agent': 'Eventide/1' },
      body: JSON.stringify(write(message.content, frameOf(channel.name, deps.env.publicUrl))),
      secrets: secretsIn(url),
    });
    return givenUpIfRefused(outcome);
  };
  const bodyOf = ({ content, channelName, origin }: Sent) =>
    JSON.stringify(write(content, frameOf(channelName, origin)));
  return { send, bodyOf, signs: false, takesAll: false };
}

/** Answers 200 and `ok`; 400 for blocks that it does not like, 410 for an archived channel, 429 beyond one a second. */
export const slack = chat('slack', slackMessage);
/** Answers 202, and then posts: that it was taken is all that is known. */
export const teams = chat('teams', teamsMessage);
/** Answers 200; 400 for what it cannot read. */
export const mattermost = chat('mattermost', chatMessage);
