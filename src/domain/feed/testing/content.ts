import type { Day } from '@/domain/eol/calendar';
import type { FeedContent, FeedCycle, FeedMove } from '../content';

/** A day that a test writes. */
export const day = (text: string) => text as Day; // tests write real days alone

/** A cycle of a feed; what a test does not care about is left out. */
export function feedCycle(given: Partial<FeedCycle> = {}): FeedCycle {
  return {
    ...{ key: 'k18', productName: 'Node.js', cycle: '18', endsOn: day('2026-04-30') },
    ...{ hasEnded: false, source: 'catalog', evidence: 'catalog', support: null },
    ...{ firstSeenOn: day('2025-01-01'), endedBy: null },
    ...{ updatedAt: new Date('2026-01-02T03:04:05Z'), images: 2, moveTo: '24', moves: [] },
    ...given,
  };
}

/** A move of a cycle's end. */
export function feedMove(
  from: string | null,
  to: string | null,
  at: string,
  sequence = 1,
): FeedMove {
  return {
    ...{ sequence, source: 'catalog', at: new Date(at) },
    ...{ from: from === null ? null : day(from), to: to === null ? null : day(to) },
  };
}

/** What a calendar or a feed is written from. */
export function feedContent(...cycles: readonly FeedCycle[]): FeedContent {
  return {
    ...{ id: 't1', organizationId: 'o1', title: 'Acme', publicUrl: 'https://eol.example.com:8443' },
    ...{ pageUrl: 'https://eol.example.com:8443/timeline', cycles, leftOut: 0 },
    createdAt: new Date('2026-01-01T00:00:00Z'),
  };
}
