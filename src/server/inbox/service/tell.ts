import { audienceOf, concernOf, cutForTeam, forAdmins } from '@/domain/message/audience';
import { isForPeople } from '@/domain/message/kinds';
import { MAX_PEOPLE, type MessageContent, type MessageItem } from '@/domain/message/content';
import { type MailTime, mailTimeOf, MOST_AT_ONCE } from '@/domain/message/mail-setting';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import type { Deps } from '@/server/platform/deps';
import { insertDigestEntries } from '../repository/digests';
import { insertEntries, type Owner } from '../repository/entries';
import { findLetterTimes, insertLetters } from '../repository/letters';
import {
  findEmptyTeams,
  findMailedTeams,
  findMember,
  findMembers,
  type MemberRow,
  type TeamRow,
} from '../repository/people';
import type { Receiver } from '../repository/settings';
import { stopPath } from './mails';
import { mailOfMember, mailOfTeam, readerOf } from './receivers';
import { stopToken } from './unsubscribe-token';

const HOUR_MS = 60 * 60_000;

/** People and teams whom a message concerns, as it was said. */
export interface Audience {
  readonly people: readonly (ReturnType<typeof readerOf> & { readonly row: MemberRow })[];
  readonly causedBy: string | null;
  readonly teams: readonly TeamRow[];
}

/** Says of what teams own that have nobody in them that admins are to hear it: no person would, else. */
export async function withUnheard(
  tx: Transaction,
  organizationId: OrganizationId,
  content: MessageContent,
): Promise<MessageContent> {
  const teamIds = teamsOf(content);
  if (teamIds.length === 0) return content;
  return forAdmins(content, await findEmptyTeams(organizationId, tx, teamIds));
}

function teamsOf({ items }: MessageContent): string[] {
  return [...new Set(items.flatMap(({ teamId }) => teamId ?? []))];
}

/** Whom a message concerns, among those who belong to the organization now. */
export async function findAudience(
  tx: Transaction,
  organizationId: OrganizationId,
  content: MessageContent,
  causedBy: string | null,
): Promise<Audience> {
  if (!isForPeople(content.kind)) return { people: [], teams: [], causedBy };
  const { items } = content;
  const teamIds = teamsOf(content);
  const wanted = {
    admins: true,
    userIds: [...new Set(items.flatMap(({ personIds }) => personIds))],
    teamIds,
  };
  const members = await findMembers(organizationId, tx, wanted);
  const people = members
    .map((row) => ({ ...readerOf(row), row }))
    .filter((reader) => reader.userId !== causedBy && concernOf(content, reader) !== null);
  const mailed = teamIds.length === 0 ? [] : await findMailedTeams(organizationId, tx, teamIds);
  const teams = mailed.filter(({ id }) => cutForTeam(content, id) !== null);
  return { people, teams, causedBy };
}

/**
 * Puts a message into the inboxes of its audience, and writes what each is to be mailed of it: a letter, or a place in
 * the next digest. All of it in the transaction that says it.
 */
export async function tellPeople(
  tx: Transaction,
  organizationId: OrganizationId,
  message: { readonly id: string; readonly content: MessageContent; readonly at: Date },
  { people, teams, causedBy }: Audience,
): Promise<void> {
  const { id, content, at } = message;
  const heard = audienceOf(content, people, causedBy);
  const entries = heard.map(({ member: { userId }, concern }) => ({ userId, ...concern }));
  await insertEntries(organizationId, tx, { id, kind: content.kind, at }, entries);
  const times = await mailedSinceHour(tx, organizationId, entries, at);
  const mailed: { receiver: Receiver; time: MailTime | null }[] = [
    ...heard.map(({ member: { userId, row }, concern }) => {
      const setting = mailOfMember(row);
      // What is sent apart is none of the letters that are counted, and whoever sends it knows nothing of them.
      const isSentApart =
        concern.asAdmin && isLinked(content, mailTimeOf(setting, content, at), at);
      const mailed = times.get(userId) ?? [];
      const time = isSentApart ? null : mailTimeOf(setting, content, at, { mailed });
      return { receiver: { userId }, time };
    }),
    ...teams.map((team) => ({
      receiver: { teamId: team.id },
      time: mailTimeOf(mailOfTeam(team), content, at),
    })),
  ];
  const letters = mailed.flatMap(({ receiver, time }) =>
    time?.as === 'letter' ? { receiver, brings: { messageId: id }, dueAt: time.at } : [],
  );
  await insertLetters(organizationId, tx, letters, at);
  const waiting = mailed.flatMap(({ receiver, time }) =>
    time?.as === 'digest' ? { receiver, dueAt: time.at } : [],
  );
  await insertDigestEntries(organizationId, tx, id, waiting);
}

/** When people had mails within the hour before a moment, or are to have them, of those who have enough for an hour. */
function mailedSinceHour(
  tx: Transaction,
  organizationId: OrganizationId,
  people: readonly { readonly userId: string }[],
  at: Date,
): Promise<ReadonlyMap<string, readonly number[]>> {
  const ids = people.map(({ userId }) => userId);
  const since = new Date(at.getTime() - HOUR_MS);
  return findLetterTimes(organizationId, tx, ids, { since, now: at, least: MOST_AT_ONCE });
}

/** Whether it goes out at once with a link of its receiver's own, which whoever asks for a decision sends. */
function isLinked({ kind }: MessageContent, time: MailTime | null, at: Date): boolean {
  return kind === 'waiver.asked' && time?.as === 'letter' && time.at <= at;
}

/**
 * Whether a person is mailed at once, and by itself, what waits for their decision since a moment; how they have no more of
 * it; null when they are not: it is in a digest of theirs, waits for the end of their quiet hours, or they want none.
 */
export async function mailedAt(
  { db, env }: Pick<Deps, 'db' | 'env'>,
  owner: Owner,
  said: Pick<MessageContent, 'kind' | 'severity'>,
  at: Date,
): Promise<string | null> {
  const member = await findMember(owner.organizationId, db, owner.userId);
  const time = member && mailTimeOf(mailOfMember(member), said, at);
  if (time?.as !== 'letter' || time.at > at) return null;
  return `${env.publicUrl}${stopPath(stopToken(env.authSecret, { ...owner, what: said.kind }))}`;
}

/** Names among some people those who still belong to the organization, for an item that concerns them. */
export function concerning(
  members: readonly { readonly id: string }[],
  ...ids: readonly (string | null)[]
): Pick<MessageItem, 'personIds'> {
  const known = new Set(members.map(({ id }) => id));
  const found = [...new Set(ids)].flatMap((id) => (id !== null && known.has(id) ? id : []));
  return { personIds: found.slice(0, MAX_PEOPLE) };
}
