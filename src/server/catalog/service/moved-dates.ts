import { adviseMove } from '@/domain/advice/advice';
import type { CatalogView } from '@/domain/catalog/view';
import { dayOf, type Day } from '@/domain/eol/calendar';
import {
  asLine,
  asName,
  itemOf,
  MAX_KEPT_ITEMS,
  MAX_NAMED_PLACES,
  type MessageContent,
  type MessageItem,
} from '@/domain/message/content';
import { endInWords } from '@/domain/message/ends';
import { ownedBy, softwareKey, softwareOf, softwarePath } from '@/domain/message/software-key';
import { counted, dayInWords } from '@/domain/message/words';
import { findDegreesOfCycles } from '@/server/evidence/service';
import { isHeard, sendMessage } from '@/server/message/service';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import type { MovedCycle } from '../repository/follow';
import { type CyclePlaces, placesOfCycles } from '../repository/moved';

/** What moved the dates. */
export interface Mover {
  /** Who says the catalog's dates: `endoflife.date`. */
  readonly catalog: string;
  /** Who sets the organization's own; null where nobody did just now. */
  readonly person: string | null;
}

/**
 * Says which ends of software that the organization's images hold have moved, in the transaction that moves them: one
 * message, however many they are. What no image holds moves nothing of the organization's.
 * @param view says what to move to
 */
export async function tellOfMoved(
  tx: Transaction,
  organizationId: OrganizationId,
  moved: readonly MovedCycle[],
  mover: Mover,
  {
    view,
    at,
  }: { readonly view: Pick<CatalogView, 'productNamed' | 'upstreamOf'>; readonly at: Date },
): Promise<void> {
  if (moved.length === 0 || !(await isHeard(tx, organizationId, 'date.changed'))) return;
  const ids = moved.map(({ id }) => id);
  const places = await placesOfCycles(organizationId, tx, ids, MAX_NAMED_PLACES, {
    underContracts: true,
  });
  const byCycle = Map.groupBy(places, ({ softwareCycleId }) => softwareCycleId);
  const degrees = await findDegreesOfCycles(organizationId, tx, ids);
  const today = dayOf(at);
  const items = moved
    .flatMap((one) =>
      (byCycle.get(one.id) ?? []).map((where) => ({
        ...itemOn(one, where, mover, view, today),
        evidence: degrees.get(one.id) ?? null,
      })),
    )
    // What most images hold stands first.
    .sort((left, right) => (right.where?.images ?? 0) - (left.where?.images ?? 0));
  const [first] = items;
  if (!first) return;
  const isCovered = places.every(({ covered, images }) => covered === images);
  const title = movedInWords(first, isCovered, today);
  await sendMessage(tx, organizationId, messageOn(items, title), 'listeners', at);
}

/** @param single the title where the items are of one release cycle */
function messageOn(items: readonly MessageItem[], single: string): MessageContent {
  const isSooner = items.some(({ change }) => change?.to && change.from && change.to < change.from);
  const moved = new Set(items.map((item) => item.what)).size;
  const title = moved > 1 ? `${counted(moved, 'end')} of support moved` : single;
  return {
    kind: 'date.changed',
    severity: isSooner ? 'warning' : 'info',
    title: asLine(title),
    summary: 'The end of support of software that your images hold has moved.',
    items: items.slice(0, MAX_KEPT_ITEMS),
    total: items.length,
    links: [{ label: 'All software', path: '/software' }],
  };
}

/** Nothing is supported until a day that is past, and where contracts support all that is held for longer, the end is not theirs. */
function movedInWords({ what, change }: MessageItem, isCovered: boolean, today: Day): string {
  const to = change?.to;
  if (!to) return `The end of ${what} is no longer known`;
  const end =
    to <= today
      ? `${what} ${endInWords(to, today)}: its end has moved`
      : `${what} is now supported until ${dayInWords(to)}`;
  return isCovered ? `Without its contract ${end}` : end;
}

function itemOn(
  { productName, cycle, source, from, to }: MovedCycle,
  { owner, images, covered, projects, named }: CyclePlaces,
  mover: Mover,
  view: Pick<CatalogView, 'productNamed' | 'upstreamOf'>,
  today: Day,
): MessageItem {
  const product = view.productNamed(productName);
  const upstream = product && view.upstreamOf(product);
  const { target = null } = product ? adviseMove({ product, upstream }, cycle, today) : {};
  return itemOf({
    key: softwareKey(productName, cycle, owner?.teamId ?? null),
    ...ownedBy(owner),
    ...softwareOf(productName, cycle, owner?.teamId ?? null),
    what: asLine(`${productName} ${cycle}`),
    detail: covered === 0 ? null : coveredIn(covered, images),
    where: { images, projects, named: named.map(asName) },
    change: { from, to, by: asName(sayer(source, mover)) },
    moveTo: target && asLine(target.label),
    path: softwarePath(productName, owner?.teamId ?? null),
  });
}

/** Where a contract decides, nothing moved: it is said beside the number of images, which has all. */
function coveredIn(covered: number, images: number): string {
  const where = covered === images ? (images === 1 ? 'it' : 'all of them') : String(covered);
  return `In ${where} a contract supports it longer`;
}

function sayer(source: MovedCycle['source'], { catalog, person }: Mover): string {
  switch (source) {
    case 'override':
      return person ?? 'your organization';
    case 'catalog':
    case 'inferred':
      return catalog;
    case 'scanner':
      return 'the scanner';
    case 'contract':
      return 'a contract';
  }
}
