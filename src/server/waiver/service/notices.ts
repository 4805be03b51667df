import { v7 as uuidv7 } from 'uuid';
import { addDays, dayOf, type Day } from '@/domain/eol/calendar';
import { asLine, itemOf, type MessageContent, type MessageItem } from '@/domain/message/content';
import { counted, dayInWords } from '@/domain/message/words';
import { placeWords } from '@/domain/waiver/waiver';
import { sendMessage } from '@/server/message/service';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import type { Deps } from '@/server/platform/deps';
import { insertEvent } from '../repository/history';
import { type NoticeKind, takeDueNotices } from '../repository/notices';
import { findMembersById } from '../repository/people';
import { findWaivers, type WaiverRow } from '../repository/waivers';

/** Waivers in one message, as many as it can list. */
const MOST = 50;
const MAX_NAME_LENGTH = 255;

/**
 * Says which waivers of an organization are about to end, end today or are over, each once for each last day, and notes
 * in the history of those that are over that they are.
 * @returns whether nothing more is due; no more than {@link MOST} are told of at once
 */
export function tellOfEnds(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  organizationId: OrganizationId,
): Promise<boolean> {
  const at = clock.now();
  const today = dayOf(at);
  return db.transaction(async (tx) => {
    const due = await takeDueNotices(organizationId, tx, { today, at, most: MOST });
    const ids = due.map(({ waiverId }) => waiverId);
    const rows = new Map((await findWaivers(organizationId, tx, ids)).map((row) => [row.id, row]));
    const emails = await emailsOf(organizationId, tx, [...rows.values()]);
    for (const [kind, notices] of Map.groupBy(due, (notice) => notice.kind)) {
      const waivers = notices.flatMap(({ waiverId }) => rows.get(waiverId) ?? []);
      if (kind === 'ended') await noteEnds(organizationId, tx, waivers);
      // Nobody has decided on what was only asked for: its end changes nothing.
      const held = waivers.filter(({ decision }) => decision === 'granted');
      const message = messageOn(kind, held, emails);
      if (message) await sendMessage(tx, organizationId, message, 'listeners', at);
    }
    return due.length < MOST;
  });
}

async function emailsOf(
  organizationId: OrganizationId,
  tx: Transaction,
  rows: readonly WaiverRow[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(rows.map(({ ownerId }) => ownerId))];
  const members = await findMembersById(organizationId, tx, ids);
  return new Map(members.map(({ id, email }) => [id, email]));
}

/** It has ended with its last day, whenever that is noted. */
async function noteEnds(
  organizationId: OrganizationId,
  tx: Transaction,
  rows: readonly WaiverRow[],
): Promise<void> {
  for (const { id, endsOn } of rows) {
    await insertEvent(organizationId, tx, {
      ...{ id: uuidv7(), waiverId: id, at: new Date(`${addDays(endsOn, 1)}T00:00:00Z`) },
      ...{ kind: 'ended', note: null, before: null, after: null },
      ...{ actorKind: null, actorId: null, actorName: null, actorUserId: null },
    });
  }
}

const WORDS = {
  soon: { severity: 'warning', one: 'ends soon', more: 'end soon' },
  last_day: { severity: 'warning', one: 'ends today', more: 'end today' },
  ended: { severity: 'critical', one: 'is over', more: 'are over' },
} as const satisfies Record<NoticeKind, object>;

function messageOn(
  kind: NoticeKind,
  waivers: readonly WaiverRow[],
  emails: ReadonlyMap<string, string>,
): MessageContent | null {
  const [first] = waivers;
  if (!first) return null;
  const { severity, one, more } = WORDS[kind];
  const title =
    waivers.length === 1
      ? `The waiver of ${first.productName} ${first.cycle} ${one}`
      : `${counted(waivers.length, 'waiver')} ${more}`;
  return {
    kind: 'waiver.ending',
    severity,
    title: asLine(title),
    summary:
      kind === 'ended'
        ? 'Policies act again on what was waived: builds may be denied from now on.'
        : 'After the last day policies act again on what is waived: builds may be denied then.',
    items: waivers.map((waiver) => itemOn(kind, waiver, emails)),
    total: waivers.length,
    links: [{ label: 'All waivers', path: '/waivers' }],
  };
}

function itemOn(
  kind: NoticeKind,
  waiver: WaiverRow,
  emails: ReadonlyMap<string, string>,
): MessageItem {
  const { id, productName, cycle, endsOn, ownerId, ownerName } = waiver;
  const isOver = kind === 'ended';
  return itemOf({
    key: `waiver:${id}`,
    what: asLine(`${productName} ${cycle}`),
    detail: asLine(`Waived ${whenOf(isOver, endsOn)}, where it is found: ${placeWords(waiver)}`),
    since: isOver ? addDays(endsOn, 1) : null,
    until: isOver ? null : endsOn,
    ask: { name: ownerName.slice(0, MAX_NAME_LENGTH), email: emails.get(ownerId) ?? null },
    path: `/waivers/${id}`,
  });
}

function whenOf(isOver: boolean, endsOn: Day): string {
  return isOver ? `until ${dayInWords(endsOn)}, and no longer` : `until ${dayInWords(endsOn)}`;
}
