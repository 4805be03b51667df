import { asListed, type MessageContent } from '@/domain/message/content';
import { renderHtml } from '@/domain/message/html-mail';
import { oneLine } from '@/domain/message/name-in-mail';
import type { Frame } from '@/domain/message/plain-text';
import { renderText } from '@/domain/message/plain-text';
import { KIND_WORDS } from '@/domain/message/words';
import type { Deps } from '@/server/platform/deps';
import type { MailMessage } from '@/server/platform/mail/mailer';
import { stopToken } from './unsubscribe-token';

/** What all mails of an organization have. */
interface About {
  readonly env: Deps['env'];
  readonly organizationId: string;
  readonly organizationName: string;
  /** The same in every attempt, so that a mail program that gets it twice can tell. */
  readonly messageId: string;
}

/** Where a mailed link leads that stops mails: a page with a button. Mail programs ask another one, below it. */
export const stopPath = (token: string) => `/unsubscribe/${token}`;

/** Writes a mail to a person, with the ways to have no more of its kind. */
export function mailToPerson(
  { env, organizationId, organizationName, messageId }: About,
  given: {
    readonly to: string;
    readonly userId: string;
    readonly content: MessageContent;
    readonly isDigest: boolean;
  },
): MailMessage {
  const { to, userId, content, isDigest } = given;
  const what = isDigest ? 'digest' : content.kind;
  const page = `${env.publicUrl}${stopPath(stopToken(env.authSecret, { organizationId, userId, what }))}`;
  const frame: Frame = {
    origin: env.publicUrl,
    footnote: `You get this as a member of ${organizationName} at Eventide.`,
    links: [
      {
        label: isDigest ? 'Stop this digest' : `No more mails like this: ${labelOf(content)}`,
        url: page,
      },
      { label: 'Choose what is mailed to you', url: `${env.publicUrl}/settings/account/messages` },
    ],
  };
  const unsubscribe = { url: `${page}/one-click`, isOneClick: true };
  return { ...written(content, frame), to, messageId, unsubscribe };
}

/** Writes a mail to the address of a team. Whoever reads it may stop it for all: that needs an admin, on the team's page. */
export function mailToTeam(
  { env, organizationName, messageId }: About,
  given: {
    readonly to: string;
    readonly team: { readonly id: string; readonly name: string };
    readonly content: MessageContent;
  },
): MailMessage {
  const { to, team, content } = given;
  const page = `${env.publicUrl}/teams/${team.id}`;
  const frame: Frame = {
    origin: env.publicUrl,
    footnote: `This went to the address of the team “${team.name}” of ${organizationName} at Eventide. An admin changes or stops it.`,
    links: [{ label: 'The team’s mail', url: page }],
  };
  return {
    ...written(content, frame),
    ...{ to, messageId, unsubscribe: { url: page, isOneClick: false } },
  };
}

const labelOf = ({ kind }: MessageContent) => KIND_WORDS[kind].label;

function written(whole: MessageContent, frame: Frame) {
  const content = asListed(whole);
  return {
    subject: oneLine(content.title),
    text: renderText(content, frame),
    html: renderHtml(content, frame),
  };
}
