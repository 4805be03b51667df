import { v7 as uuidv7 } from 'uuid';
import { addDays, dayOf, type Day } from '@/domain/eol/calendar';
import {
  asLine,
  asName,
  itemOf,
  MAX_KEPT_ITEMS,
  MAX_NAMED_PLACES,
  type MessageContent,
  type MessageItem,
} from '@/domain/message/content';
import { ownedBy, softwareKey, softwareOf } from '@/domain/message/software-key';
import { counted, dayInWords } from '@/domain/message/words';
import { placeWords } from '@/domain/waiver/waiver';
import { concerning } from '@/server/inbox/service/tell';
import { sendMessage } from '@/server/message/service';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import type { Deps } from '@/server/platform/deps';
import { insertEvent } from '../repository/history';
import { findWaivedHolders, type WaivedHolder } from '../repository/holders';
import { type NoticeKind, takeDueNotices } from '../repository/notices';
import { findMembersById } from '../repository/people';
import { findWaivers, type WaiverRow } from '../repository/waivers';

/** Waivers in one message, as many as it can list. */
const MOST = 50;
const MAX_PATH_LENGTH = 1_000;

/**
 * Says which waivers of an organization are about to end, end today or are over, each once for each last day, and notes
 * in the history of those that are over that they are. Of those from which others go on, nothing is said.
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
    const members = await membersBehind(organizationId, tx, [...rows.values()]);
    const holders = await findWaivedHolders(
      organizationId,
      tx,
      [...rows.values()],
      MAX_NAMED_PLACES,
    );
    for (const [kind, notices] of Map.groupBy(due, (notice) => notice.kind)) {
      const waivers = notices.flatMap(({ waiverId }) => rows.get(waiverId) ?? []);
      if (kind === 'ended') await noteEnds(organizationId, tx, waivers);
      const going = new Set(notices.flatMap(({ waiverId, goesOn }) => (goesOn ? waiverId : [])));
      // Nobody has decided on what was only asked for: its end changes nothing, as that of what another goes on from.
      const held = waivers.filter(({ id, decision }) => decision === 'granted' && !going.has(id));
      const message = messageOn(kind, held, { members, holders });
      if (message) await sendMessage(tx, organizationId, message, 'listeners', at);
    }
    return due.length < MOST;
  });
}

type Members = Awaited<ReturnType<typeof findMembersById>>;

/** Those who answer for waivers or asked for them, as far as they belong to the organization still. */
function membersBehind(
  organizationId: OrganizationId,
  tx: Transaction,
  rows: readonly WaiverRow[],
): Promise<Members> {
  const ids = rows.flatMap(({ ownerId, askedByUserId }) => [ownerId, askedByUserId ?? []].flat());
  return findMembersById(organizationId, tx, [...new Set(ids)]);
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
  // With the date: what is said may be read days later.
  last_day: { severity: 'warning', one: 'ends on', more: 'end on' },
  ended: { severity: 'critical', one: 'is over', more: 'are over' },
} as const satisfies Record<NoticeKind, object>;

/** What is known beside the waivers themselves. */
interface Known {
  /** Those behind the waivers. */
  readonly members: Members;
  readonly holders: readonly WaivedHolder[];
}

function messageOn(
  kind: NoticeKind,
  waivers: readonly WaiverRow[],
  known: Known,
): MessageContent | null {
  const [first] = waivers;
  if (!first) return null;
  const { severity, one, more } = WORDS[kind];
  const what =
    waivers.length === 1
      ? `The waiver of ${first.productName} ${first.cycle} ${one}`
      : `${counted(waivers.length, 'waiver')} ${more}`;
  const title = kind === 'last_day' ? `${what} ${dayInWords(first.endsOn)}` : what;
  const items = [...Map.groupBy(partsOf(waivers, known), ({ key }) => key).values()].flatMap(
    (parts) => itemOn(kind, parts, known),
  );
  return {
    kind: 'waiver.ending',
    severity,
    title: asLine(title),
    summary:
      kind === 'ended'
        ? 'Policies act again on what was waived: builds may be denied from now on.'
        : 'After the last day policies act again on what is waived: builds may be denied then.',
    items: items.slice(0, MAX_KEPT_ITEMS),
    total: items.length,
    links: [{ label: 'All waivers', path: '/waivers' }],
  };
}

/** What a waiver is to one owner of what it covers. */
interface Part {
  /** Of the item: software and owner. */
  readonly key: string;
  readonly waiver: WaiverRow;
  /** Null: it covers no image now. */
  readonly holder: WaivedHolder | null;
}

function partsOf(waivers: readonly WaiverRow[], { holders }: Known): Part[] {
  const byWaiver = Map.groupBy(holders, ({ waiverId }) => waiverId);
  return waivers.flatMap((waiver) =>
    (byWaiver.get(waiver.id) ?? [null]).map((holder) => {
      const teamId = holder?.owner?.teamId ?? null;
      return { key: softwareKey(waiver.productName, waiver.cycle, teamId), waiver, holder };
    }),
  );
}

/**
 * Makes one item of all that a message says of one owner's software. Where that is not all of the same projects, it says
 * what is of which: a rule about some of them hears of those.
 */
function itemOn(kind: NoticeKind, parts: readonly Part[], { members }: Known): MessageItem[] {
  const [first] = parts;
  if (!first) return [];
  const { key, waiver, holder } = first;
  const { productName, cycle, ownerId, ownerName } = waiver;
  const shared = parts.every((part) => part.waiver.ownerId === ownerId);
  const { ask: team, teamId } = ownedBy(holder?.owner ?? null);
  const groups = groupedByProjects(parts, teamId);
  return [
    itemOf({
      key,
      teamId,
      what: asLine(`${productName} ${cycle}`),
      stage: kind,
      ...sayingOn(kind, first, parts),
      ...(groups.length === 1 && groups[0]?.of),
      parts:
        groups.length === 1
          ? []
          : groups.flatMap(({ of, first: one, own }) =>
              of ? { ...sayingOn(kind, one, own), ...of } : [],
            ),
      // Whoever answers for the waiver knows why there is one.
      ask: shared
        ? {
            name: asName(ownerName),
            email: members.find((one) => one.id === ownerId)?.email ?? null,
          }
        : team,
      ...concerning(
        members,
        ...parts.flatMap((part) => [part.waiver.ownerId, part.waiver.askedByUserId]),
      ),
    }),
  ];
}

/** Says where some waivers of one owner's software are found, and when they end. */
function sayingOn(kind: NoticeKind, { waiver, holder }: Part, parts: readonly Part[]) {
  const isOver = kind === 'ended';
  const isOne = parts.length === 1;
  // Of several the first that ends: from then on it is denied somewhere.
  const endsOn = parts.map((part) => part.waiver.endsOn).toSorted()[0] ?? waiver.endsOn;
  const where = parts.map((part) => placeWords(part.waiver)).join('; ');
  return {
    detail: asLine(
      isOne
        ? `Waived ${whenOf(isOver, endsOn)}, where it is found: ${where}`
        : `${counted(parts.length, 'waiver')}, where it is found: ${where}`,
    ),
    where: isOne ? holder && placesOf(holder) : null,
    since: isOver ? addDays(endsOn, 1) : null,
    until: isOver ? null : endsOn,
    path: isOne ? `/waivers/${waiver.id}` : waiversPath(waiver),
  };
}

function groupedByProjects(parts: readonly Part[], teamId: string | null) {
  const groups = Map.groupBy(parts, ({ waiver }) => JSON.stringify(projectsOf(waiver, teamId)));
  return [...groups.values()].flatMap((own) => {
    const [first] = own;
    return first ? { of: projectsOf(first.waiver, teamId), first, own } : [];
  });
}

/** Of which projects a waiver is, of one owner's; null: one of an image wherever it is is of none that could be told. */
function projectsOf({ scope, projectName, productName, cycle }: WaiverRow, teamId: string | null) {
  if (scope === 'organization' || scope === 'team')
    return { project: null, ...softwareOf(productName, cycle, teamId) };
  return projectName === null ? null : { project: projectName, software: null };
}

function placesOf({ images, projects, named }: WaivedHolder) {
  return { images, projects, named: named.map(asName) };
}

function waiversPath({ productName, cycle }: WaiverRow): string {
  const path = `/waivers?product=${encodeURIComponent(productName)}&cycle=${encodeURIComponent(cycle)}`;
  return path.length <= MAX_PATH_LENGTH ? path : '/waivers';
}

function whenOf(isOver: boolean, endsOn: Day): string {
  return isOver ? `until ${dayInWords(endsOn)}, and no longer` : `until ${dayInWords(endsOn)}`;
}
