import type { Day } from '@/domain/eol/calendar';
import type { Support } from '@/domain/contract/support';
import type { EolSource } from '@/domain/eol/proximity';
import { degreeInWords, type EvidenceDegree } from '@/domain/evidence/degree';

/** A release cycle that something in the scope of a feed holds. */
export interface FeedCycle {
  /** Stays the same for a product and cycle, whatever becomes of its dates: names it to subscribers. */
  readonly key: string;
  readonly productName: string;
  readonly cycle: string;
  /** Null: no known end; also where it ended on an unknown day. */
  readonly endsOn: Day | null;
  /** It has ended, whether or not the day is known. */
  readonly hasEnded: boolean;
  readonly source: EolSource;
  readonly evidence: EvidenceDegree;
  /** What covers it in the scope; null: no contract. */
  readonly support: Support | null;
  readonly firstSeenOn: Day;
  /** Of what ended on an unknown day, the day on which that was known; null: of others. */
  readonly endedBy: Day | null;
  readonly updatedAt: Date;
  /** Images of the scope that hold it. */
  readonly images: number;
  /** Where to move: the label of a cycle. Null: the catalog names none. */
  readonly moveTo: string | null;
  /** The last times that its end became another day, oldest first. */
  readonly moves: readonly FeedMove[];
}

export interface FeedMove {
  /** The first one of a cycle is 1. */
  readonly sequence: number;
  readonly from: Day | null;
  readonly to: Day | null;
  readonly source: EolSource;
  readonly at: Date;
}

/** Everything that a calendar or a feed is written from. */
export interface FeedContent {
  /** The id of the token, which names the feed. */
  readonly id: string;
  readonly organizationId: string;
  /** What it is of: `Acme`, `acme/shop`. */
  readonly title: string;
  readonly publicUrl: string;
  /** The page of the scope. */
  readonly pageUrl: string;
  /** Of the token. */
  readonly createdAt: Date;
  readonly cycles: readonly FeedCycle[];
  /** Cycles of the scope that are not among them, for there are too many. */
  readonly leftOut: number;
}

/** Names a cycle: `Node.js 18`. */
export function nameOf({ productName, cycle }: FeedCycle): string {
  return `${productName} ${cycle}`;
}

/** The page with a product's software in use. */
export function productUrl({ publicUrl }: FeedContent, { productName }: FeedCycle): string {
  return `${publicUrl}/software?product=${encodeURIComponent(productName.toWellFormed())}`;
}

const SAYS: Readonly<Record<EolSource, string>> = {
  scanner: 'a scanner',
  catalog: 'the catalog',
  override: 'your organization',
  inferred: 'concluded from later cycles',
  contract: 'a contract',
};

/** Says who says the end of a cycle; of a contract with whom, and when support ends without it. */
export function endSourceWords({ source, support }: FeedCycle): string {
  if (source !== 'contract' || !support) return sourceWords(source);
  const { vendor, upstreamOn, upstreamOnKnown } = support;
  const without = upstreamOnKnown && upstreamOn ? upstreamOn : 'on a day that is not known';
  return `your contract with ${vendor}; without it the end is ${without}`;
}

/** Says who says a date. */
export function sourceWords(source: EolSource): string {
  return SAYS[source];
}

/** Says how well the end of a cycle is known; of an estimate that it is one. */
export function evidenceWords({ evidence }: FeedCycle): string {
  return `Evidence: ${degreeInWords(evidence)}.`;
}

/** Says how many images hold a cycle, and where to move. */
export function holdingWords({ images, moveTo, productName }: FeedCycle): string {
  const held = images === 1 ? '1 image holds it.' : `${String(images)} images hold it.`;
  return moveTo === null ? held : `${held} Move to ${productName} ${moveTo}.`;
}
