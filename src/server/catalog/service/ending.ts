import { adviseMove } from '@/domain/advice/advice';
import type { CatalogView } from '@/domain/catalog/view';
import { addDays, dayOf, type Day } from '@/domain/eol/calendar';
import {
  asLine,
  itemOf,
  MAX_ITEMS,
  MAX_NAMED_PLACES,
  type MessageContent,
  type MessageItem,
} from '@/domain/message/content';
import { endInWords, FARTHEST_THRESHOLD, thresholdOf } from '@/domain/message/ends';
import { softwareKey } from '@/domain/message/software-key';
import { counted } from '@/domain/message/words';
import { forgetStates, isHeard, noteStates, sendMessage } from '@/server/message/service';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import type { Deps } from '@/server/platform/deps';
import {
  type EndingCycle,
  findEndingCycles,
  findToldCycles,
  type ToldCycle,
} from '../repository/ending';
import { type CyclePlaces, placesOfCycles } from '../repository/moved';

const KIND = 'support.ends';
const MAX_NAME_LENGTH = 255;
/** From here on it needs attention, in days before the end. */
const WARNED_FROM = 30;
/** Subjects that are noted in one statement. */
const BATCH = 5_000;

type EndingDeps = Pick<Deps, 'catalog' | 'clock' | 'db'>;

/**
 * Says which software that images hold has come nearer to the end of its support by a threshold, or was found when it had
 * ended; and which of it nothing holds any more. One message, however many they are. What was said is noted in the
 * same transaction, so that it is said once, whoever does this and however often.
 */
export function tellOfEnds(deps: EndingDeps, organizationId: OrganizationId): Promise<void> {
  return deps.db.transaction(async (tx) => {
    if (!(await isHeard(tx, organizationId, KIND))) return;
    const at = deps.clock.now();
    const today = dayOf(at);
    const told = await findToldCycles(organizationId, tx, KIND);
    const held = await findEndingCycles(organizationId, tx, addDays(today, FARTHEST_THRESHOLD));
    const news = await newsOf(tx, organizationId, held, at);
    const kept = new Set(held.map(({ id }) => id));
    const over = told.filter(({ id }) => !kept.has(id));
    await forgetStates(
      tx,
      organizationId,
      KIND,
      over.map(({ id }) => id),
    );
    // Of what is held and ends later than was said, the change of the date tells.
    const solved = over.filter(({ isHeld }) => !isHeld);
    if (news.length + solved.length === 0) return;
    const content = await messageOn(deps, tx, organizationId, { news, solved, today });
    await sendMessage(tx, organizationId, content, 'listeners', at);
  });
}

/** Notes how near each end is, and lists those that were not so near when it was last noted. */
async function newsOf(
  tx: Transaction,
  organizationId: OrganizationId,
  held: readonly EndingCycle[],
  at: Date,
): Promise<EndingCycle[]> {
  const today = dayOf(at);
  const news = new Set<string>();
  for (let from = 0; from < held.length; from += BATCH) {
    const states = held.slice(from, from + BATCH).map(({ id, eolOn, eolOnKnown }) => ({
      subject: id,
      // A date that moved makes it new, one that is found out as well.
      state: [thresholdOf(eolOn, today), eolOnKnown ? eolOn : null],
    }));
    for (const id of await noteStates(tx, organizationId, KIND, states, at)) news.add(id);
  }
  return held.filter(({ id }) => news.has(id));
}

interface Said {
  readonly news: readonly EndingCycle[];
  readonly solved: readonly ToldCycle[];
  readonly today: Day;
}

async function messageOn(
  { catalog }: EndingDeps,
  tx: Transaction,
  organizationId: OrganizationId,
  said: Said,
): Promise<MessageContent> {
  const { news, solved, today } = said;
  const shown = news.slice(0, MAX_ITEMS);
  const ids = shown.map(({ id }) => id);
  const places = await placesOfCycles(organizationId, tx, ids, MAX_NAMED_PLACES);
  const byCycle = new Map(places.map((one) => [one.softwareCycleId, one]));
  const view = await catalog.forOrganization(organizationId);
  const items = [
    ...shown.map((one) => endingItem(one, byCycle.get(one.id), targetOf(view, one, today), today)),
    ...solved.map(solvedItem),
  ];
  const isNear = news.some(({ eolOn }) => (thresholdOf(eolOn, today) ?? Infinity) <= WARNED_FROM);
  return {
    kind: KIND,
    severity: isNear ? 'warning' : 'info',
    title: asLine(titleOf(said)),
    summary:
      news.length === 0
        ? 'No image holds it any more.'
        : 'Your images hold software whose support ends or has ended.',
    items: items.slice(0, MAX_ITEMS),
    total: news.length + solved.length,
    links: [{ label: 'All software', path: '/software' }],
  };
}

function titleOf({ news, solved, today }: Said): string {
  const [first] = news;
  if (first && news.length + solved.length === 1) {
    const { productName, cycle, eolOn, eolOnKnown } = first;
    return `${productName} ${cycle} ${eolOnKnown ? endInWords(eolOn, today) : 'has ended'}`;
  }
  const ended = news.filter(({ eolOn }) => eolOn <= today).length;
  const parts = [
    ...(ended > 0 ? [`${counted(ended, 'release cycle')} ended`] : []),
    ...(news.length > ended
      ? [`${counted(news.length - ended, 'release cycle')} about to end`]
      : []),
    ...(solved.length > 0 ? [`${counted(solved.length, 'release cycle')} no longer held`] : []),
  ];
  return parts.join(', ');
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
  { productName, cycle, eolOn, eolOnKnown }: EndingCycle,
  places: CyclePlaces | undefined,
  moveTo: string | null,
  today: Day,
): MessageItem {
  return itemOf({
    key: softwareKey(productName, cycle),
    what: asLine(`${productName} ${cycle}`),
    detail: eolOnKnown ? null : 'It has ended, on a day that is not known',
    where: places
      ? {
          ...{ images: places.images, projects: places.projects },
          named: places.named.map((one) => one.slice(0, MAX_NAME_LENGTH)),
        }
      : null,
    since: eolOnKnown && eolOn <= today ? eolOn : null,
    until: eolOnKnown && eolOn > today ? eolOn : null,
    moveTo: moveTo === null ? null : asLine(moveTo),
    path: pathOf(productName),
  });
}

function solvedItem({ productName, cycle }: ToldCycle): MessageItem {
  return itemOf({
    key: softwareKey(productName, cycle),
    isSolved: true,
    what: asLine(`${productName} ${cycle}`),
    detail: 'No image holds it any more',
    path: pathOf(productName),
  });
}

function pathOf(productName: string): string {
  return `/software?product=${encodeURIComponent(productName)}`.slice(0, 1_000);
}
