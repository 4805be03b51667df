import { contractState, coveredWords } from '@/domain/contract/contract';
import { daysBetween, dayOf, type Day } from '@/domain/eol/calendar';
import {
  asLine,
  asName,
  itemOf,
  MAX_KEPT_ITEMS,
  type MessageContent,
  type MessageItem,
} from '@/domain/message/content';
import { endInWords } from '@/domain/message/ends';
import { counted } from '@/domain/message/words';
import {
  isHeard,
  lockToldStates,
  noteItems,
  noteStates,
  sendMessage,
  takeSolved,
  takeSolvedOf,
} from '@/server/message/service';
import { beginContracts, coverLeft, findWrongImages } from '@/server/coverage/service';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { type Actor, readerIdOf } from '@/server/platform/auth/principal';
import type { Transaction } from '@/server/platform/db/db';
import type { Deps } from '@/server/platform/deps';
import {
  beginDue,
  findBeginning,
  findContracts,
  type ListedContractRow,
} from '../repository/contracts';
import { findFollowed } from '../repository/followed';

const KIND = 'contract.ending';
/** Why what was said of a contract is solved. */
const OVER = 'It was renewed beyond its notice, another contract goes on from it, or it is deleted';

/**
 * Lets the contracts begin whose first day has come, and heals what is covered otherwise than they say: a catalog may
 * call a product otherwise now. What has ended needs nobody: that follows from its day.
 * @returns of how many images something was covered otherwise
 */
export async function keepCoverage(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  organizationId: OrganizationId,
  isDue: boolean,
): Promise<number> {
  if (isDue) {
    await db.transaction(async (tx) => {
      if (!(await beginContracts(organizationId, tx))) return;
      await beginDue(organizationId, tx, dayOf(clock.now()));
    });
  }
  const wrong = await findWrongImages(organizationId, db);
  await coverLeft(db, organizationId, wrong);
  return wrong.length;
}

/**
 * Covers what contracts cover from today on, before it is told what has ended today: where one contract follows another,
 * nothing has. The job that lets them begin may come later on that day, or be at it. Nothing on other days.
 */
export async function coverBegun(
  deps: Pick<Deps, 'db' | 'clock'>,
  organizationId: OrganizationId,
): Promise<void> {
  const today = dayOf(deps.clock.now());
  const { isDue, isToday } = await findBeginning(organizationId, deps.db, today);
  if (isDue || isToday) await keepCoverage(deps, organizationId, isDue);
}

/**
 * Says which contracts of an organization are to be renewed or have ended, each once for each end; and which of these were
 * renewed, are followed by others, or are no more, for whoever keeps a ticket or an alert on them. Where another goes on from
 * one, nothing ends with it. What was said is noted in the same transaction.
 */
export function tellOfEnds(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  organizationId: OrganizationId,
): Promise<void> {
  return db.transaction((tx) => tellInTransaction(tx, organizationId, clock.now()));
}

/**
 * Says of a contract that is over, in the transaction that deletes it, where it was said to end: no round looks at an
 * organization that has none left. Of the others it says nothing: they are read with all that they cover.
 */
export async function tellOfDeleted(
  tx: Transaction,
  actor: Pick<Actor, 'kind' | 'id' | 'organizationId'>,
  id: string,
  at: Date,
): Promise<void> {
  const { organizationId } = actor;
  const solved = await takeSolvedOf(tx, organizationId, KIND, id, OVER);
  if (solved.length === 0) return;
  const message = messageOn({ news: [], solved, today: dayOf(at) });
  await sendMessage(tx, organizationId, message, 'listeners', at, readerIdOf(actor));
}

/** Takes turns with the round, until the transaction ends: what it says of a contract is found by who deletes it. */
export function lockEnds(organizationId: OrganizationId, tx: Transaction): Promise<void> {
  return lockToldStates(organizationId, tx, KIND);
}

async function tellInTransaction(
  tx: Transaction,
  organizationId: OrganizationId,
  at: Date,
): Promise<void> {
  if (!(await isHeard(tx, organizationId, KIND))) return;
  await lockEnds(organizationId, tx);
  const today = dayOf(at);
  const rows = await findContracts(organizationId, tx);
  const followed = await findFollowed(organizationId, tx);
  const near = rows.filter((row) => isNear(row, today) && !followed.has(row.id));
  const states = near.map((row) => ({
    subject: row.id,
    state: [contractState(row, today), row.endsOn],
    item: itemOn(row, today),
  }));
  const changed = new Set(await noteStates(tx, organizationId, KIND, states, at));
  // Releases of before noted none: also of what was renewed since.
  const noted = rows.map((row) => ({ subject: row.id, item: itemOn(row, today) }));
  await noteItems(tx, organizationId, KIND, noted);
  const holding = near.map(({ id }) => id);
  const solved = await takeSolved(tx, organizationId, KIND, holding, OVER);
  const news = near.filter(({ id }) => changed.has(id));
  if (news.length + solved.length === 0) return;
  await sendMessage(tx, organizationId, messageOn({ news, solved, today }), 'listeners', at);
}

/** Whether its notice has begun, or it has ended. What had ended when it was entered is no news. */
function isNear(row: ListedContractRow, today: Day): boolean {
  const state = contractState(row, today);
  return state === 'ending' || (state === 'ended' && row.endsOn > dayOf(row.createdAt));
}

interface Said {
  readonly news: readonly ListedContractRow[];
  readonly solved: readonly MessageItem[];
  readonly today: Day;
}

function messageOn(said: Said): MessageContent {
  const { news, solved, today } = said;
  return {
    kind: KIND,
    ...wordsOf(said),
    items: [...news.map((row) => itemOn(row, today)), ...solved].slice(0, MAX_KEPT_ITEMS),
    total: news.length + solved.length,
    links: [{ label: 'All software', path: '/software' }],
  };
}

function wordsOf({
  news,
  solved,
  today,
}: Said): Pick<MessageContent, 'severity' | 'title' | 'summary'> {
  const [first, ...others] = news;
  if (!first) return { severity: 'info', title: asLine(overInWords(solved)), summary: '' };
  const isOver = news.some(({ endsOn }) => endsOn <= today);
  const title =
    others.length === 0
      ? `The contract with ${first.vendor} ${endInWords(first.endsOn, today)}`
      : `${counted(news.length, 'contract')} about to end, or over`;
  return {
    severity: isOver ? 'critical' : 'warning',
    title: asLine(title),
    summary: isOver
      ? 'What it covers has its end upstream again, or ended with it: policies may deny builds from now on.'
      : 'At its end, what it covers counts as ended: renew it, or move before.',
  };
}

function overInWords([first, ...others]: readonly MessageItem[]): string {
  return first && others.length === 0
    ? `${first.what} is renewed or followed, or is no more`
    : `${counted(others.length + 1, 'contract')} renewed or followed, or no more`;
}

function itemOn(row: ListedContractRow, today: Day): MessageItem {
  const { id, vendor, endsOn, lines, images, scope, projectName, teamName, teamId } = row;
  const isOver = daysBetween(today, endsOn) <= 0;
  const where = scope === 'organization' ? 'everywhere' : (projectName ?? `team ${teamName ?? ''}`);
  const covered = lines.map(coveredWords).join(', ');
  return itemOf({
    key: `contract:${id}`,
    what: asLine(`Contract with ${vendor}`),
    detail: asLine(`Covers ${covered} in ${counted(images, 'image')}, ${where}`),
    since: isOver ? endsOn : null,
    until: isOver ? null : endsOn,
    stage: contractState(row, today),
    ask: scope === 'team' && teamName ? { name: asName(teamName), email: null } : null,
    teamId,
    project: scope === 'project' ? projectName : null,
  });
}
