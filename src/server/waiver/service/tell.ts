import {
  asLine,
  asName,
  itemOf,
  MAX_KEPT_ITEMS,
  type MessageContent,
} from '@/domain/message/content';
import { waiverKey } from '@/domain/message/software-key';
import { counted } from '@/domain/message/words';
import { placeWords } from '@/domain/waiver/waiver';
import { concerning } from '@/server/inbox/service/tell';
import { sendMessage } from '@/server/message/service';
import type { Actor } from '@/server/platform/auth/principal';
import type { Transaction } from '@/server/platform/db/db';
import { findMembersById } from '../repository/people';
import { findWaivers, type WaiverRow } from '../repository/waivers';
import { personOf } from './authors';

type Happening = 'asked' | 'granted' | 'declined' | 'revoked';

const WORDS = {
  asked: { kind: 'waiver.asked', severity: 'warning' },
  granted: { kind: 'waiver.decided', severity: 'info', what: 'is granted' },
  declined: { kind: 'waiver.decided', severity: 'warning', what: 'is declined' },
  revoked: { kind: 'waiver.decided', severity: 'warning', what: 'was revoked' },
} as const satisfies Record<Happening, object>;

const SUMMARIES: Readonly<Record<Happening, string>> = {
  asked: 'Nothing is waived until an admin has decided.',
  granted: 'Policies let it pass until its last day.',
  declined: 'Policies act on it as before.',
  revoked: 'Policies act again on what was waived: builds may be denied from now on.',
};

/** Says what somebody did to waivers, in the transaction that does it, to those who answer for them, asked or decide. */
export async function tellOfWaivers(
  tx: Transaction,
  actor: Actor,
  happening: Happening,
  ids: readonly string[],
  at: Date,
): Promise<void> {
  const { organizationId } = actor;
  const rows = await findWaivers(organizationId, tx, ids);
  const people = [...new Set(rows.flatMap((row) => [row.ownerId, row.askedByUserId ?? []].flat()))];
  const members = await findMembersById(organizationId, tx, people);
  const message = messageOn(actor, happening, rows, members);
  if (!message) return;
  const causedBy = await personOf(tx, actor);
  await sendMessage(tx, organizationId, message, 'listeners', at, causedBy);
}

type Members = Awaited<ReturnType<typeof findMembersById>>;

function messageOn(
  { name }: Actor,
  happening: Happening,
  rows: readonly WaiverRow[],
  members: Members,
): MessageContent | null {
  const [first] = rows;
  if (!first) return null;
  const { kind, severity } = WORDS[happening];
  return {
    ...{ kind, severity },
    title: asLine(titleOf(name, happening, first, rows.length)),
    summary: asLine(happening === 'asked' ? SUMMARIES.asked : `${name}: ${SUMMARIES[happening]}`),
    items: rows.slice(0, MAX_KEPT_ITEMS).map((row) => itemOn(row, members)),
    total: rows.length,
    links: [
      ...(happening === 'asked' && rows.length === 1
        ? [{ label: 'Decide', path: `/waivers/${first.id}` }]
        : []),
      { label: 'All waivers', path: '/waivers' },
    ],
  };
}

/** Several are asked for by one and the same: no other thing happens to several at once. */
function titleOf(name: string, happening: Happening, first: WaiverRow, count: number): string {
  const software = `${first.productName} ${first.cycle}`;
  if (count > 1) return `${name} asks for ${counted(count, 'waiver')}`;
  if (happening === 'asked') return `${name} asks for a waiver for ${software}`;
  return `A waiver for ${software} ${WORDS[happening].what}`;
}

/** Of which projects a waiver is: one of an image wherever it is of none that could be told. */
function projectsOf({ scope, projectName, productName, cycle, teamId }: WaiverRow) {
  if (scope === 'project' || scope === 'image') return { project: projectName };
  const owner = teamId ?? 'anybody';
  return { software: { product: productName, cycle, cycleId: null, owner } };
}

function itemOn(row: WaiverRow, members: Members) {
  const { id, productName, cycle, endsOn, ownerId, ownerName, askedByUserId, reason } = row;
  const email = members.find((one) => one.id === ownerId)?.email ?? null;
  return itemOf({
    key: waiverKey(id),
    ...projectsOf(row),
    what: asLine(`${productName} ${cycle}`),
    detail: asLine(`Where it is found: ${placeWords(row)}. Reason: ${reason}`),
    until: endsOn,
    ask: { name: asName(ownerName), email },
    path: `/waivers/${id}`,
    ...concerning(members, ownerId, askedByUserId),
  });
}
