import { adviseMove } from '@/domain/advice/advice';
import type { CatalogView } from '@/domain/catalog/view';
import { addDays, dayOf, daysBetween, type Day } from '@/domain/eol/calendar';
import {
  asLine,
  asName,
  itemOf,
  MAX_ITEMS,
  MAX_NAMED_PLACES,
  type MessageContent,
  type MessageItem,
} from '@/domain/message/content';
import { endInWords, thresholdOf } from '@/domain/message/ends';
import { inPieces } from '@/domain/message/pieces';
import { ownedBy, softwareKey, softwareOf, softwarePath } from '@/domain/message/software-key';
import { counted } from '@/domain/message/words';
import { findDegreesOfCycles } from '@/server/evidence/service';
import {
  forgetStates,
  isHeard,
  messageSettingOf,
  noteStates,
  sendMessage,
  toldStateOf,
} from '@/server/message/service';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import type { Deps } from '@/server/platform/deps';
import {
  type EndingCycle,
  findEndingCycles,
  findHolders,
  findToldCycles,
  subjectOf,
  type ToldCycle,
} from '../repository/ending';
import { type CyclePlaces, placesOfCycles } from '../repository/moved';

const KIND = 'support.ends';
/** From here on it needs attention, in days before the end. */
const WARNED_FROM = 30;
/** Subjects that are noted in one statement. */
const BATCH = 5_000;

type EndingDeps = Pick<Deps, 'catalog' | 'clock' | 'db'>;

/**
 * Says which software that images hold has come nearer to the end of its support by a threshold, or was found when it had
 * ended; and which of it nothing holds any more. One message, or as many as keep all of it. What was said is noted in the
 * same transaction, so that it is said once, whoever does this and however often.
 */
export function tellOfEnds(deps: EndingDeps, organizationId: OrganizationId): Promise<void> {
  return deps.db.transaction((tx) => tellInTransaction(deps, tx, organizationId));
}

async function tellInTransaction(
  deps: EndingDeps,
  tx: Transaction,
  organizationId: OrganizationId,
): Promise<void> {
  if (!(await isHeard(tx, organizationId, KIND))) return;
  const at = deps.clock.now();
  const today = dayOf(at);
  const told = await findToldCycles(organizationId, tx, KIND);
  const { end_thresholds: thresholds } = await messageSettingOf(tx, organizationId);
  const held = await findEndingCycles(organizationId, tx, farthestDay(today, thresholds));
  const fresh = saidToday(told, today);
  const due = held.filter((one) => !fresh.has(subjectOf(one)));
  const news = await newsOf(tx, organizationId, due, thresholds, at);
  const solved = await takeSolved(tx, organizationId, overOf(told, held), { ending: held, fresh });
  for (const piece of inPieces(news, solved)) {
    const content = await messageOn(deps, tx, organizationId, { ...piece, thresholds, today });
    await sendMessage(tx, organizationId, content, 'listeners', at);
  }
}

/**
 * Takes other thresholds for what was said: what is due by those of before is said first, and then nothing again because of
 * the new ones. The caller stores them, in the same transaction.
 */
export async function renoteEnds(
  deps: EndingDeps,
  tx: Transaction,
  organizationId: OrganizationId,
  thresholds: readonly number[],
): Promise<void> {
  await tellInTransaction(deps, tx, organizationId);
  const at = deps.clock.now();
  const today = dayOf(at);
  const told = await findToldCycles(organizationId, tx, KIND);
  const states = new Map(told.map(({ subject, state }) => [subject, state]));
  const { end_thresholds: before } = await messageSettingOf(tx, organizationId);
  const held = await findEndingCycles(organizationId, tx, farthestDay(today, thresholds));
  const fresh = saidToday(told, today);
  // What is kept for tomorrow was not said: it is left as it was, and is news then.
  const known = held.filter((one) => {
    const state = states.get(subjectOf(one));
    const isSaid = state === toldStateOf(stateOn(one, today, before));
    return state !== undefined && (isSaid || !fresh.has(subjectOf(one)));
  });
  await newsOf(tx, organizationId, known, thresholds, at);
}

function farthestDay(today: Day, thresholds: readonly number[]): Day {
  return addDays(today, Math.max(...thresholds));
}

/**
 * Names the ends on which nothing is said before tomorrow, as it was today and scanners alone know them: of two of different
 * releases the last one is right, and each scan would be news. Thresholds pass with a day, and so are none too late.
 */
function saidToday(told: readonly ToldCycle[], today: Day): ReadonlySet<string> {
  return new Set(
    told.flatMap((one) => (one.isByScanner && dayOf(one.toldAt) === today ? one.subject : [])),
  );
}

function overOf(told: readonly ToldCycle[], held: readonly EndingCycle[]): ToldCycle[] {
  const kept = new Set(held.map(subjectOf));
  return told.filter(({ subject }) => !kept.has(subject));
}

/** A cycle that nothing of an owner holds any more, or that a contract covers wherever it does. */
interface Solved extends ToldCycle {
  /** Whether images of the owner hold it under a contract that lasts longer. */
  readonly isCovered: boolean;
  /** Whether images of others hold it still. */
  readonly isElsewhere: boolean;
}

/** A cycle and its owner, whatever covers it: what an item is of. */
const itemSubjectOf = ({ upstreamId, teamId }: Pick<EndingCycle, 'upstreamId' | 'teamId'>) =>
  subjectOf({ id: upstreamId, teamId });

/**
 * Forgets what was said of cycles that end later than was said, of which the change of the date tells, and of those
 * that nothing holds any more: as many of these as a message is sure to list. The next round goes on. Of a cycle that an
 * owner's images hold under a contract as well as without, neither is solved while the other is near its end.
 * @returns what is solved and was forgotten
 */
async function takeSolved(
  tx: Transaction,
  organizationId: OrganizationId,
  over: readonly ToldCycle[],
  {
    ending,
    fresh,
  }: { readonly ending: readonly EndingCycle[]; readonly fresh: ReadonlySet<string> },
): Promise<Solved[]> {
  if (over.length === 0) return [];
  const ids = [...new Set(over.map(({ upstreamId }) => upstreamId))];
  const holders = await findHolders(organizationId, tx, ids);
  const held = new Set(holders.map(subjectOf));
  const open = new Set(ending.map(itemSubjectOf));
  const covered = new Set(holders.map(itemSubjectOf));
  const elsewhere = new Set(holders.map(({ upstreamId }) => upstreamId));
  const isQuiet = (one: ToldCycle) => held.has(one.subject) || open.has(itemSubjectOf(one));
  const quiet = over.filter(isQuiet);
  const gone = over.filter((one) => !isQuiet(one)).slice(0, MAX_ITEMS / 2);
  const later = quiet.filter(({ subject }) => !fresh.has(subject));
  const subjects = [...later, ...gone].map(({ subject }) => subject);
  const forgotten = new Set(await forgetStates(tx, organizationId, KIND, subjects));
  return gone
    .filter(({ subject }) => forgotten.has(subject))
    .map((one) => ({
      ...one,
      isCovered: covered.has(itemSubjectOf(one)),
      isElsewhere: elsewhere.has(one.upstreamId),
    }));
}

/** Notes how near each end is to each owner, and lists those that were not so near when it was last noted. */
async function newsOf(
  tx: Transaction,
  organizationId: OrganizationId,
  held: readonly EndingCycle[],
  thresholds: readonly number[],
  at: Date,
): Promise<EndingCycle[]> {
  const today = dayOf(at);
  const news = new Set<string>();
  for (let from = 0; from < held.length; from += BATCH) {
    const states = held.slice(from, from + BATCH).map((one) => ({
      subject: subjectOf(one),
      state: stateOn(one, today, thresholds),
    }));
    const noted = await noteStates(tx, organizationId, KIND, states, at);
    for (const subject of noted) news.add(subject);
  }
  return held.filter((one) => news.has(subjectOf(one)));
}

/** A date that moved makes it new, one that is found out as well. */
function stateOn({ eolOn, eolOnKnown }: EndingCycle, today: Day, thresholds: readonly number[]) {
  return [thresholdOf(eolOn, today, thresholds), eolOnKnown ? eolOn : null];
}

interface Said {
  readonly news: readonly EndingCycle[];
  readonly solved: readonly Solved[];
  readonly thresholds: readonly number[];
  readonly today: Day;
}

async function messageOn(
  { catalog }: EndingDeps,
  tx: Transaction,
  organizationId: OrganizationId,
  said: Said,
): Promise<MessageContent> {
  const { news, solved, thresholds, today } = said;
  const ids = [...new Set(news.map(({ id }) => id))];
  const places = await placesOfCycles(organizationId, tx, ids, MAX_NAMED_PLACES);
  const bySubject = new Map(
    places.map((one) => [
      subjectOf({ id: one.softwareCycleId, teamId: one.owner?.teamId ?? null }),
      one,
    ]),
  );
  const view = await catalog.forOrganization(organizationId);
  const degrees = await findDegreesOfCycles(organizationId, tx, ids);
  const items = [
    ...news.map((one) => ({
      ...endingItem(one, bySubject.get(subjectOf(one)), targetOf(view, one, today), today),
      stage: stageOf(thresholdOf(one.eolOn, today, thresholds)),
      evidence: degrees.get(one.id) ?? null,
    })),
    ...solved.map(solvedItem),
  ];
  const isNear = news.some(({ eolOn }) => daysBetween(today, eolOn) <= WARNED_FROM);
  return {
    kind: KIND,
    severity: isNear ? 'warning' : 'info',
    title: asLine(titleOf(said)),
    summary:
      news.length === 0
        ? 'What was said of it before is done.'
        : 'Your images hold software whose support ends or has ended.',
    items,
    total: items.length,
    links: [{ label: 'All software', path: '/software' }],
  };
}

function titleOf({ news, solved, today }: Said): string {
  const soft = new Set([...news, ...solved].map(({ upstreamId }) => upstreamId));
  const [first] = news;
  if (first && soft.size === 1) {
    const { productName, cycle, eolOn, eolOnKnown, isEstimate } = first;
    const ended = isEstimate ? 'has ended, by an estimate' : 'has ended';
    return `${productName} ${cycle} ${eolOnKnown ? endInWords(eolOn, today) : ended}`;
  }
  const [gone] = solved;
  if (gone && soft.size === 1) {
    const name = `${gone.productName} ${gone.cycle}`;
    if (gone.isCovered) return `A contract supports ${name} now`;
    return gone.isElsewhere ? `${name} is held in fewer places` : `No image holds ${name} any more`;
  }
  const parts = [
    ...countOf(
      news.filter(({ eolOn }) => eolOn <= today),
      'ended',
    ),
    ...countOf(
      news.filter(({ eolOn }) => eolOn > today),
      'about to end',
    ),
    ...countOf(
      solved.filter(({ isCovered }) => isCovered),
      'supported by a contract now',
    ),
    ...countOf(
      solved.filter(({ isCovered }) => !isCovered),
      'no longer held',
    ),
  ];
  return parts.join(', ');
}

/** Counts cycles once, however many owners they have. */
function countOf(cycles: readonly { readonly upstreamId: string }[], what: string): string[] {
  const { size } = new Set(cycles.map(({ upstreamId }) => upstreamId));
  return size === 0 ? [] : [`${counted(size, 'release cycle')} ${what}`];
}

type View = Pick<CatalogView, 'productNamed' | 'upstreamOf'>;

function targetOf(view: View, { productName, cycle }: EndingCycle, today: Day): string | null {
  const product = view.productNamed(productName);
  if (!product) return null;
  return (
    adviseMove({ product, upstream: view.upstreamOf(product) }, cycle, today).target?.label ?? null
  );
}

function endingItem(
  ending: EndingCycle,
  places: CyclePlaces | undefined,
  moveTo: string | null,
  today: Day,
): MessageItem {
  const { teamId, productName, cycle, eolOn, eolOnKnown } = ending;
  return itemOf({
    key: softwareKey(productName, cycle, teamId),
    ...ownedBy(places?.owner ?? null),
    ...softwareOf(productName, cycle, teamId, ending.id),
    teamId,
    what: asLine(`${productName} ${cycle}`),
    detail: detailOn(ending, today),
    where: places
      ? {
          ...{ images: places.images, projects: places.projects },
          named: places.named.map(asName),
        }
      : null,
    since: eolOnKnown && eolOn <= today ? eolOn : null,
    until: eolOnKnown && eolOn > today ? eolOn : null,
    moveTo: moveTo === null ? null : asLine(moveTo),
    path: softwarePath(productName, teamId),
  });
}

const stageOf = (threshold: number | null) => (threshold === null ? null : String(threshold));

function detailOn(ending: EndingCycle, today: Day): string | null {
  const { eolOn, eolOnKnown, isByContract, isEstimate } = ending;
  if (isEstimate) return 'An estimate: it is older than a release cycle that has ended';
  if (!eolOnKnown) return 'It has ended, on a day that is not known';
  if (!isByContract) return null;
  return eolOn > today
    ? 'A contract supports it until then'
    : 'The contract that supported it is over';
}

function solvedItem(solved: Solved): MessageItem {
  const { teamId, owner, productName, cycle, isCovered, isElsewhere } = solved;
  const whose = owner ? `No image of ${owner.name}` : 'No image that nobody owns';
  const isGone = `${owner || isElsewhere ? whose : 'No image'} holds it any more`;
  return itemOf({
    key: softwareKey(productName, cycle, teamId),
    ...ownedBy(owner),
    isSolved: true,
    what: asLine(`${productName} ${cycle}`),
    detail: asLine(isCovered ? 'Images hold it still, and a contract supports it there' : isGone),
    path: softwarePath(productName, teamId),
  });
}
