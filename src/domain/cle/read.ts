import { z } from 'zod';
import type { Day } from '@/domain/eol/calendar';
import { parsePurl } from '@/domain/identifiers/purl';
import type {
  LifecycleFault,
  ReadCycle,
  ReadEnd,
  ReadLifecycle,
  WithdrawnEnd,
} from '@/domain/openeox/read';
import { readScanDate } from '@/domain/scan/dates';
import { storedText } from '@/domain/validation/fields';
import { CLE_PAGE_EVENTS, SOLD_SUPPORT } from './write';
import { type CleVersions, cycleOfVersions } from './versions';

const text = storedText(1_024).min(1);
const versions = z
  .array(z.union([z.object({ version: text }), z.object({ range: text })]))
  .min(1)
  .max(1_000);
const base = { id: z.int().min(0), effective: text, published: text };

const event = z.discriminatedUnion('type', [
  z.object({ ...base, type: z.literal('released'), version: text }),
  z.object({ ...base, type: z.literal('endOfDevelopment'), versions }),
  z.object({ ...base, type: z.literal('endOfSupport'), versions, supportId: text }),
  z.object({ ...base, type: z.literal('endOfLife'), versions }),
  z.object({ ...base, type: z.literal('endOfDistribution') }),
  z.object({ ...base, type: z.literal('endOfMarketing') }),
  z.object({ ...base, type: z.literal('supersededBy') }),
  z.object({ ...base, type: z.literal('componentRenamed') }),
  z.object({ ...base, type: z.literal('withdrawn'), eventId: z.int().min(0) }),
]);

const document = z.object({
  $schema: text,
  identifier: z.union([text, z.array(text).min(1).max(200)]),
  events: z.array(event).max(CLE_PAGE_EVENTS),
  definitions: z.unknown().optional(),
});

/** Of what the levels of support stand for, only ours are known: nobody need write them as we do. */
const definitions = z.object({
  support: z.array(z.object({ id: text, description: z.string() })).max(1_000),
});

type Event = z.output<typeof event>;
type Path = LifecycleFault['path'];

/**
 * Reads a document of CLE 1.0.0 (ECMA-428): its events from the oldest to the newest; of those that were withdrawn, the days. The
 * first end of support of a release cycle is the one that counts, a later one that of support that is sold; and so is one that an
 * Eventide has written as that. A range that is no release cycle is a fault: what it means for each of them, nobody could say.
 */
export function readCle(
  value: unknown,
): { readonly products: ReadLifecycle[] } | { readonly faults: LifecycleFault[] } {
  const parsed = document.safeParse(value);
  if (!parsed.success) {
    return {
      faults: parsed.error.issues.map(({ path, message }) => ({
        path: path.map((key) => (typeof key === 'number' ? key : String(key))),
        message,
      })),
    };
  }
  const { identifier, events, definitions: defined } = parsed.data;
  const faults = orderFaults(events);
  if (faults.length > 0) return { faults };
  const purls = [identifier].flat();
  const [name] = purls.flatMap((purl) => {
    const reading = parsePurl(purl);
    return reading.ok ? [reading.purl.name] : [];
  });
  if (name === undefined)
    return { faults: [{ path: ['identifier'], message: 'must be a package URL' }] };
  const withdrawn = new Set(
    events.flatMap((one) => (one.type === 'withdrawn' ? [one.eventId] : [])),
  );
  const cycles = new Cycles(soldLevels(defined));
  for (const [index, one] of [...events.entries()].reverse()) {
    const fault = cycles.take(one, ['events', index], withdrawn.has(one.id));
    if (fault) return { faults: [fault] };
  }
  return { products: [{ name, vendor: null, purls, cycles: cycles.all() }] };
}

/** Finds the levels of support that a document says are sold. */
function soldLevels(defined: unknown): ReadonlySet<string> {
  const { data } = definitions.safeParse(defined);
  const sold = data?.support.filter(({ description }) => description === SOLD_SUPPORT) ?? [];
  return new Set(sold.map(({ id }) => id));
}

/** Newest first, by ECMA-428. */
function orderFaults(events: readonly Event[]): LifecycleFault[] {
  return events.flatMap(({ id }, index) => {
    const newer = events[index - 1];
    if (!newer || newer.id > id) return [];
    return [
      { path: ['events', index, 'id'], message: 'must be lower than that of the event before it' },
    ];
  });
}

/** What is said of a release cycle. */
interface Said {
  readonly ends: Set<Day>;
  readonly sold: Set<Day>;
  readonly withdrawn: WithdrawnEnd[];
  active: Day | null;
  released: Day | null;
}

class Cycles {
  private readonly known = new Map<string, Said>();

  constructor(private readonly soldLevels: ReadonlySet<string>) {}

  /** Takes an event; a fault where it cannot be read, which nobody need be able to of one that was withdrawn. */
  take(one: Event, path: Path, isWithdrawn: boolean): LifecycleFault | null {
    if (one.type === 'withdrawn') return null;
    const day = readScanDate(one.effective);
    if (!day && isWithdrawn) return null;
    if (!day) return { path: [...path, 'effective'], message: 'must be a date-time' };
    if (one.type === 'released' && !isWithdrawn) this.of(one.version).released ??= day;
    if (!('versions' in one)) return null;
    for (const [index, given] of one.versions.entries()) {
      const cycle = cycleOfVersions(given as CleVersions);
      if (isWithdrawn) {
        if (cycle !== null)
          this.of(cycle).withdrawn.push(...this.endsOf(one).map((end) => ({ end, day })));
        continue;
      }
      if (cycle === null) {
        const message =
          'must be a release cycle: a version, or a range such as vers:npm/>=3.2|<3.3';
        return { path: [...path, 'versions', index], message };
      }
      if (one.type === 'endOfDevelopment') this.of(cycle).active = day;
      else this.of(cycle)[this.isSold(one) ? 'sold' : 'ends'].add(day);
    }
    return null;
  }

  all(): ReadCycle[] {
    return [...this.known]
      .filter(
        ([, { ends, sold, withdrawn, active }]) =>
          ends.size + sold.size + withdrawn.length > 0 || active !== null,
      )
      .map(([name, { ends, sold, withdrawn, active, released }]) => {
        const [first = null, ...rest] = [...ends].sort();
        return {
          ...{ name, releasedOn: released, activeUntil: active },
          ...{ supportedUntil: first, extendedUntil: [...rest, ...sold].sort().at(-1) ?? null },
          ...{ unknown: [], withdrawn },
        };
      })
      .reverse();
  }

  private isSold(one: Event): boolean {
    return one.type === 'endOfSupport' && this.soldLevels.has(one.supportId);
  }

  /** The ends that an event may have been read as: whether it was the first, what stands beside it decided. */
  private endsOf(one: Event): readonly ReadEnd[] {
    if (one.type === 'endOfDevelopment') return ['activeUntil'];
    return this.isSold(one) ? ['extendedUntil'] : ['supportedUntil', 'extendedUntil'];
  }

  private of(name: string): Said {
    const known: Said = this.known.get(name) ?? {
      ...{ ends: new Set<Day>(), sold: new Set<Day>(), withdrawn: [] },
      ...{ active: null, released: null },
    };
    this.known.set(name, known);
    return known;
  }
}
