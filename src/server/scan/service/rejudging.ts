import { adviseMove } from '@/domain/advice/advice';
import { dayOf, type Day } from '@/domain/eol/calendar';
import { identityOf } from '@/domain/identifiers/identity';
import {
  asLine,
  asName,
  itemOf,
  MAX_ITEMS,
  MAX_NAMED_PLACES,
  type MessageContent,
  type MessageItem,
} from '@/domain/message/content';
import { ownedBy, softwareOf, softwarePath } from '@/domain/message/software-key';
import { coverBegun } from '@/server/contract/service/notices';
import { isHeard, sendMessage } from '@/server/message/service';
import { type FindRunning, findRunningOnce } from '@/server/policy/service/places';
import { deniedCyclesOf } from '@/server/policy/service/status';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Deps } from '@/server/platform/deps';
import { lockDenied, type ReleasedSoftware } from '../repository/denied';
import {
  type DeniedAgain,
  findKeptDenials,
  type KeptDenial,
  putLetThrough,
  takeDeniedAgain,
  takeLetThrough,
} from '../repository/rejudging';
import { andMore } from './denial';

export type RejudgingDeps = Pick<Deps, 'catalog' | 'clock' | 'db' | 'logger'>;

const KIND = 'build.denied';
/** Images that are judged in one transaction, which uploads that are denied wait for. */
const STEP = 100;
/** Before the keys of all images. */
const FIRST = '00000000-0000-0000-0000-000000000000';
/** As many as a message is sure to list of what is solved. */
const MOST = MAX_ITEMS / 2;

/**
 * Judges anew the images that were denied, as policies, waivers and contracts are now, and says what none is denied for any
 * more and what some are denied for again: no scan comes of a waiver. In steps, each a transaction of its own; what is said
 * is worked out when all images are judged, so that it is said of software, not of an image.
 * @returns whether anything was otherwise than before; null where nobody hears of it
 */
export async function rejudgeDenied(
  deps: RejudgingDeps,
  organizationId: OrganizationId,
  signal: AbortSignal,
): Promise<boolean | null> {
  if (!(await isHeard(deps.db, organizationId, KIND))) return null;
  await coverBegun(deps, organizationId);
  const find = findRunningOnce();
  // Of no image yet: what runs in an organization takes a while to find, and nobody waits for it here.
  await deniedCyclesOf(deps, organizationId, [], find);
  let isChanged = false;
  for (let after: string | null = FIRST; after !== null;) {
    signal.throwIfAborted();
    const step = await rejudgeStep(deps, organizationId, after, find);
    isChanged ||= step.isChanged;
    after = step.last;
  }
  while (await tellStep(deps, organizationId)) signal.throwIfAborted();
  return isChanged;
}

function rejudgeStep(
  { db, clock }: RejudgingDeps,
  organizationId: OrganizationId,
  after: string,
  find: FindRunning,
) {
  return db.transaction(async (tx) => {
    await lockDenied(organizationId, tx);
    const { last, denials } = await findKeptDenials(organizationId, tx, after, STEP);
    const judge = (some: readonly KeptDenial[], how?: FindRunning) =>
      deniedCyclesOf({ db: tx, clock }, organizationId, idsOf(some), how);
    const before = await judge(denials, find);
    // What runs was found before the lock: of what has been uploaded, started or stopped since it says what is no more.
    const suspected = denials.filter((one) => isOtherwise(one, before));
    const now = suspected.length === 0 ? before : await judge(suspected);
    const changed = suspected
      .filter((one) => isOtherwise(one, now))
      .map((one) => ({ ...one, isLetThrough: !one.isLetThrough }));
    await putLetThrough(organizationId, tx, changed, clock.now());
    return { last, isChanged: changed.length > 0 };
  });
}

const idsOf = (denials: readonly KeptDenial[]) => [
  ...new Set(denials.map(({ imageTagId }) => imageTagId)),
];

/** Whether an image is let through that was denied, or the other way round. */
function isOtherwise(
  { imageTagId, productName, cycle, isLetThrough }: KeptDenial,
  denied: Awaited<ReturnType<typeof deniedCyclesOf>>,
): boolean {
  return (denied.get(imageTagId)?.has(identityOf(productName, cycle)) ?? false) === isLetThrough;
}

/** Says some of what is over, or has come back. @returns whether there was anything */
function tellStep(deps: RejudgingDeps, organizationId: OrganizationId): Promise<boolean> {
  return deps.db.transaction(async (tx) => {
    await lockDenied(organizationId, tx);
    const at = deps.clock.now();
    const solved = await takeLetThrough(organizationId, tx, MOST);
    const most = { most: MOST, mostNamed: MAX_NAMED_PLACES, at };
    const again = await takeDeniedAgain(organizationId, tx, most);
    const items = [...(await againItems(deps, organizationId, again)), ...solved.map(solvedItem)];
    const [first] = items;
    if (!first) return false;
    await sendMessage(tx, organizationId, messageOn(items, again.length), 'listeners', at);
    return true;
  });
}

function messageOn(items: readonly MessageItem[], again: number): MessageContent {
  const first = items[0]?.what ?? '';
  const isAgain = again > 0;
  const more = andMore((isAgain ? again : items.length) - 1);
  return {
    ...{ kind: KIND, severity: isAgain ? 'critical' : 'info' },
    title: asLine(
      isAgain ? `Denied again: ${first}${more}` : `No image is denied any more for ${first}${more}`,
    ),
    summary: isAgain
      ? 'What let it through has ended or was changed: a waiver, a contract or a policy. Builds that hold it are denied from now on.'
      : 'A waiver, a contract or a change of policies lets it pass: the next builds are not denied for it.',
    items: [...items],
    total: items.length,
    links: [
      { label: 'All policies', path: '/policies' },
      { label: 'All waivers', path: '/waivers' },
    ],
  };
}

function solvedItem({ itemKey, owner, teamId, productName, cycle }: ReleasedSoftware): MessageItem {
  return itemOf({
    key: itemKey,
    ...ownedBy(owner),
    teamId,
    isSolved: true,
    what: asLine(`${productName} ${cycle}`),
    detail:
      'No policy denies it any more: it is waived, covered by a contract, or a policy changed',
    path: softwarePath(productName, teamId),
  });
}

async function againItems(
  { catalog, clock }: RejudgingDeps,
  organizationId: OrganizationId,
  again: readonly DeniedAgain[],
): Promise<MessageItem[]> {
  if (again.length === 0) return [];
  const view = await catalog.forOrganization(organizationId);
  const today = dayOf(clock.now());
  return again.map((one) => {
    const product = view.productNamed(one.productName);
    const upstream = product && view.upstreamOf(product);
    const { target = null } = product ? adviseMove({ product, upstream }, one.cycle, today) : {};
    return { ...againItem(one, today), moveTo: target && asLine(target.label) };
  });
}

function againItem(one: DeniedAgain, today: Day): MessageItem {
  const { itemKey, owner, teamId, productName, cycle, images, projects, named, endsOn } = one;
  return itemOf({
    key: itemKey,
    ...ownedBy(owner),
    ...softwareOf(productName, cycle, teamId),
    teamId,
    what: asLine(`${productName} ${cycle}`),
    detail: 'A policy denies it again: a waiver or a contract ended, or a policy changed',
    where: { images, projects, named: named.map(asName) },
    since: endsOn !== null && endsOn <= today ? endsOn : null,
    until: endsOn !== null && endsOn > today ? endsOn : null,
    path: softwarePath(productName, teamId),
  });
}
