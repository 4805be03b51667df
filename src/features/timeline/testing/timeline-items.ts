import type { TimelineItem } from '../words';

/** A row of the timeline; what a test does not care about is left out. */
export function timelineItem(facts: Partial<TimelineItem> = {}): TimelineItem {
  return {
    id: '01890000-0000-7000-8000-000000000001',
    productName: 'Node.js',
    cycle: '20',
    artifactType: 'binary',
    lts: null,
    releaseDate: null,
    eolDate: null,
    eolDateKnown: true,
    estimatedFrom: null,
    contract: null,
    contractElsewhere: null,
    support: [],
    advice: null,
    images: 1,
    ...facts,
  };
}
