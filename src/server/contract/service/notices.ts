import { contractState, coveredWords } from '@/domain/contract/contract';
import { daysBetween, dayOf, type Day } from '@/domain/eol/calendar';
import {
  asLine,
  asName,
  itemOf,
  MAX_ITEMS,
  type MessageContent,
  type MessageItem,
} from '@/domain/message/content';
import { endInWords } from '@/domain/message/ends';
import { counted } from '@/domain/message/words';
import { forgetStates, isHeard, noteStates, sendMessage } from '@/server/message/service';
import { beginContracts, coverLeft, findWrongImages } from '@/server/coverage/service';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Deps } from '@/server/platform/deps';
import { beginDue, findContracts, type ListedContractRow } from '../repository/contracts';

const KIND = 'contract.ending';

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
 * Says which contracts of an organization are to be renewed or have ended, each once for each end. What was said is noted
 * in the same transaction.
 */
export function tellOfEnds(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  organizationId: OrganizationId,
): Promise<void> {
  return db.transaction(async (tx) => {
    if (!(await isHeard(tx, organizationId, KIND))) return;
    const at = clock.now();
    const today = dayOf(at);
    const rows = await findContracts(organizationId, tx);
    const near = rows.filter((row) => isNear(row, today));
    const states = near.map((row) => ({
      subject: row.id,
      state: [contractState(row, today), row.endsOn],
    }));
    const news = new Set(await noteStates(tx, organizationId, KIND, states, at));
    const far = rows.filter((row) => !near.includes(row)).map(({ id }) => id);
    await forgetStates(tx, organizationId, KIND, far);
    const told = near.filter(({ id }) => news.has(id));
    if (told.length === 0) return;
    await sendMessage(tx, organizationId, messageOn(told, today), 'listeners', at);
  });
}

/** Whether its notice has begun, or it has ended. What had ended when it was entered is no news. */
function isNear(row: ListedContractRow, today: Day): boolean {
  const state = contractState(row, today);
  return state === 'ending' || (state === 'ended' && row.endsOn > dayOf(row.createdAt));
}

function messageOn(told: readonly ListedContractRow[], today: Day): MessageContent {
  const [first] = told;
  const isOver = told.some(({ endsOn }) => endsOn <= today);
  const title =
    first && told.length === 1
      ? `The contract with ${first.vendor} ${endInWords(first.endsOn, today)}`
      : `${counted(told.length, 'contract')} about to end, or over`;
  return {
    kind: KIND,
    severity: isOver ? 'critical' : 'warning',
    title: asLine(title),
    summary: isOver
      ? 'What it covered has its end upstream again, or ended with it: policies may deny builds from now on.'
      : 'At its end, what it covers counts as ended: renew it, or move before.',
    items: told.slice(0, MAX_ITEMS).map((row) => itemOn(row, today)),
    total: told.length,
    links: [{ label: 'All software', path: '/software' }],
  };
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
    ask: scope === 'team' && teamName ? { name: asName(teamName), email: null } : null,
    teamId,
    project: scope === 'project' ? projectName : null,
  });
}
