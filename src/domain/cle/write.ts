import type { SupportLevel } from '@/domain/catalog/catalog';
import type { Day } from '@/domain/eol/calendar';
import { parsePurl } from '@/domain/identifiers/purl';
import { type CleVersions, versionsOfCycle } from './versions';

/**
 * Writes the history of a product as CLE 1.0.0 (ECMA-428): events that are only ever added to, each date that was changed
 * withdrawn and followed by the one that came in its place.
 */

/** The address that the text of ECMA-428 gives its schema. */
export const CLE_SCHEMA = 'https://cle.example.com/schema/cle-1.0.0.schema.json';
/** Events of a page, by ECMA-428. */
export const CLE_PAGE_EVENTS = 100_000;

/** Something that the catalog learnt of one support level of a release cycle. */
export interface CleFact {
  readonly cycle: string;
  readonly level: SupportLevel;
  readonly sequence: number;
  readonly endsOn: Day | null;
  readonly withdrawn: boolean;
  readonly learntAt: Date;
}

export interface CleProduct {
  readonly slug: string;
  /** Package URLs without versions. */
  readonly purls: readonly string[];
}

interface CleBase {
  readonly id: number;
  readonly effective: string;
  readonly published: string;
}

export type CleEvent = CleBase &
  (
    | {
        readonly type: 'endOfDevelopment' | 'endOfSupport';
        readonly versions: CleVersions[];
        readonly supportId: string;
      }
    | { readonly type: 'withdrawn'; readonly eventId: number; readonly reason: string }
  );

const LEVELS = {
  ACTIVE_SUPPORT: { type: 'endOfDevelopment', supportId: 'active' },
  STANDARD_SUPPORT: { type: 'endOfSupport', supportId: 'standard' },
  EXTENDED_SUPPORT: { type: 'endOfSupport', supportId: 'extended' },
} as const satisfies Record<SupportLevel, object>;

/** What the level of support stands for that is sold; by these words it is known again. */
export const SOLD_SUPPORT = 'Extended or paid support, which the vendor or others sell';

/** What the levels of support stand for. By ECMA-428 they never change. */
const SUPPORT = [
  { id: 'active', description: 'Active support: more than faults of security is changed' },
  { id: 'standard', description: 'Security fixes that cost nothing' },
  { id: 'extended', description: SOLD_SUPPORT },
];

/**
 * Makes the events of all that was learnt, oldest first. What is learnt later is added behind: an event never changes, nor
 * does its number. An end on a day that nobody knows is no event, as an event is of an instant.
 */
export function cleEvents(facts: readonly CleFact[], { purls }: CleProduct): CleEvent[] {
  const scheme = schemeOf(purls);
  const events: CleEvent[] = [];
  const standing = new Map<string, { readonly id: number; readonly endsOn: Day }>();
  for (const fact of [...facts].sort(asLearnt)) {
    const { cycle, level, endsOn, withdrawn } = fact;
    const key = JSON.stringify([cycle, level]);
    const before = standing.get(key);
    if (before && !withdrawn && before.endsOn === endsOn) continue;
    const published = fact.learntAt.toISOString();
    if (before) {
      const reason = withdrawn
        ? 'The catalog does not have the release cycle any more'
        : 'The catalog learnt otherwise';
      const base = { id: events.length + 1, effective: published, published };
      events.push({ ...base, type: 'withdrawn', eventId: before.id, reason });
      standing.delete(key);
    }
    if (withdrawn || endsOn === null) continue;
    const id = events.length + 1;
    const base = { id, effective: `${endsOn}T00:00:00Z`, published };
    events.push({ ...base, ...LEVELS[level], versions: [versionsOfCycle(cycle, scheme)] });
    standing.set(key, { id, endsOn });
  }
  return events;
}

/** In the order in which it was learnt, which what is learnt later does not change. */
function asLearnt(left: CleFact, right: CleFact): number {
  return (
    left.learntAt.getTime() - right.learntAt.getTime() ||
    compare(left.cycle, right.cycle) ||
    compare(left.level, right.level) ||
    left.sequence - right.sequence
  );
}

const compare = (left: string, right: string) => (left < right ? -1 : Number(left > right));

/** By the ecosystem of its packages, where that is one. */
function schemeOf(purls: readonly string[]): string {
  const types = new Set(
    purls.flatMap((text) => {
      const reading = parsePurl(text);
      return reading.ok ? [reading.purl.type] : [];
    }),
  );
  const [only = 'generic'] = types;
  return types.size === 1 && !NO_SCHEMES.has(only) ? only : 'generic';
}

/** Types of package URLs that say nothing of how versions are compared. */
const NO_SCHEMES = new Set(['generic', 'oci', 'docker', 'github', 'bitbucket']);

/**
 * Writes a page of a product's events, newest first.
 * @param url the address of another page
 */
export function cleDocument(
  product: CleProduct,
  events: readonly CleEvent[],
  page: number,
  url: (page: number) => string,
) {
  const { slug, purls } = product;
  const [identifier = `pkg:generic/${slug}`, ...aliases] = purls;
  const from = (page - 1) * CLE_PAGE_EVENTS;
  const shown = events.slice(from, from + CLE_PAGE_EVENTS);
  const isLast = from + shown.length >= events.length;
  return {
    $schema: CLE_SCHEMA,
    identifier: aliases.length === 0 ? identifier : [identifier, ...aliases],
    updatedAt: shown.at(-1)?.published ?? '1970-01-01T00:00:00.000Z',
    definitions: { support: SUPPORT },
    ...(!isLast && { next: url(page + 1) }),
    events: [...shown].reverse(),
  };
}
