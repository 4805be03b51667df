import { z } from 'zod';
import type { PersonRole } from '@/domain/roles/permissions';
import type { MessageContent, MessageItem } from './content';
import { AUDIENCES, type MessageKind } from './kinds';
import { partOf } from './part';

/** A member of the organization, as far as it decides what concerns them. */
export interface Reader {
  readonly userId: string;
  readonly role: PersonRole;
  readonly teamIds: readonly string[];
}

/** Why something concerns a person: as one of the admins, by name, as one of these teams. */
export interface Concern {
  readonly asAdmin: boolean;
  readonly asSelf: boolean;
  readonly teamIds: readonly string[];
}

/** What of a member's role and teams counted when something was cut for them, as it is kept with that. */
export const standing = z.object({ asAdmin: z.boolean(), teamIds: z.array(z.guid()) });
export type Standing = z.output<typeof standing>;

/** Joins what counted for several messages. */
export function standingFor(concerns: readonly Concern[]): Standing {
  return {
    asAdmin: concerns.some(({ asAdmin }) => asAdmin),
    teamIds: [...new Set(concerns.flatMap(({ teamIds }) => teamIds))],
  };
}

/** Whether a member still has all of the role and the teams that counted. */
export function stillStands({ asAdmin, teamIds }: Standing, reader: Reader): boolean {
  if (asAdmin && reader.role !== 'admin') return false;
  return teamIds.every((teamId) => isIn(reader, teamId));
}

type Said = Pick<MessageContent, 'kind' | 'items'>;

/** Why a message concerns a member; null when it does not. */
export function concernOf({ kind, items }: Said, reader: Reader): Concern | null {
  const mine = items.filter((item) => isOf(kind, item, reader));
  const isAdmin = reader.role === 'admin';
  const asAdmin =
    isAdmin && (AUDIENCES[kind] === 'admins' || mine.some((item) => isOfNobody(item)));
  const asSelf = mine.some(({ personIds }) => personIds.includes(reader.userId));
  const teamIds = [
    ...new Set(
      mine.flatMap(({ teamId }) => (teamId !== null && isIn(reader, teamId) ? teamId : [])),
    ),
  ];
  return asAdmin || asSelf || teamIds.length > 0 ? { asAdmin, asSelf, teamIds } : null;
}

/** Lists whom of the members a message concerns, and why. Whoever caused it knows already. */
export function audienceOf<Member extends Reader>(
  said: Said,
  members: readonly Member[],
  causedBy: string | null,
): { readonly member: Member; readonly concern: Concern }[] {
  return members.flatMap((member) => {
    if (member.userId === causedBy) return [];
    const concern = concernOf(said, member);
    return concern ? [{ member, concern }] : [];
  });
}

/** Says of the items of some teams, which have nobody in them, that admins are to hear of them. */
export function forAdmins(content: MessageContent, teamIds: readonly string[]): MessageContent {
  if (teamIds.length === 0) return content;
  const items = content.items.map((item) => ({
    ...item,
    isForAdmins: item.teamId !== null && teamIds.includes(item.teamId),
  }));
  return { ...content, items };
}

/**
 * Cuts a message to what of it concerns a member; null when nothing does. A title and a total that count what others
 * have would not be true of it.
 */
export function cutFor(content: MessageContent, reader: Reader): MessageContent | null {
  const concern = concernOf(content, reader);
  if (!concern) return null;
  // What concerns the whole organization need not list anything.
  if (concern.asAdmin && AUDIENCES[content.kind] === 'admins') return content;
  return partOf(content, (item) => isOf(content.kind, item, reader));
}

/** Cuts a message to what of it a team owns; null when that is nothing. */
export function cutForTeam(content: MessageContent, teamId: string): MessageContent | null {
  if (AUDIENCES[content.kind] !== 'items') return null;
  return partOf(content, (item) => item.teamId === teamId);
}

function isOf(kind: MessageKind, item: MessageItem, reader: Reader): boolean {
  const { teamId, personIds } = item;
  if (AUDIENCES[kind] === 'nobody') return false;
  if (personIds.includes(reader.userId)) return true;
  if (AUDIENCES[kind] === 'admins') return reader.role === 'admin';
  if (teamId !== null && isIn(reader, teamId)) return true;
  return reader.role === 'admin' && isOfNobody(item);
}

/** A team without people hears nothing: what it owns is nobody's then. */
const isOfNobody = ({ teamId, isForAdmins, personIds }: MessageItem) =>
  (teamId === null || isForAdmins) && personIds.length === 0;

const isIn = ({ teamIds }: Reader, teamId: string) => teamIds.includes(teamId);
