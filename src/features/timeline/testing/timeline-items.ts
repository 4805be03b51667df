import { parseDay } from '@/domain/eol/calendar';
import { stateOf } from '@/domain/eol/proximity';
import type { TimelineItem, TimelineLine } from '../words';

const TODAY = parseDay('2026-11-21');

/** A row of the timeline as of 21 Nov 2026; what a test does not care about is left out. */
export function timelineItem(facts: Partial<TimelineItem> = {}): TimelineItem {
  const end = parseDay(facts.eolDate ?? '');
  return {
    id: '01890000-0000-7000-8000-000000000001',
    productName: 'Node.js',
    cycle: '20',
    artifactType: 'binary',
    lts: null,
    state: TODAY ? stateOf(end, TODAY) : 'unknown',
    releaseDate: null,
    eolDate: null,
    eolDateKnown: true,
    estimatedFrom: null,
    evidence: 'catalog',
    contract: null,
    contractElsewhere: null,
    support: [],
    advice: null,
    plans: [],
    waivers: [],
    ...facts,
  };
}

/** A line of such rows. */
export function timelineLine(...items: readonly TimelineItem[]): TimelineLine {
  const cycles = new Set(items.map(({ cycle }) => cycle)).size;
  return { productName: items[0]?.productName ?? '', cycles, items: [...items] };
}
