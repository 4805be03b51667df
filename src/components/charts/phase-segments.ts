/** One stretch of a life cycle. Days are UTC, `YYYY-MM-DD`. */
export interface TimelinePhase {
  /** "Active support". */
  readonly name: string;
  /** Its step of the hue: 1 is the strongest. Phases follow each other in this order. */
  readonly step: 1 | 2 | 3;
  /** Null: the day is not known. */
  readonly until: string | null;
  /** With `until` null: it is over, on a day that is not known. */
  readonly over: boolean;
}

/** A piece of a bar. `open`: nothing is known of its end; `undated`: it is over, on an unknown day. */
export interface Segment {
  readonly phase: TimelinePhase;
  readonly from: string;
  readonly to: string;
  readonly ending: 'dated' | 'open' | 'undated';
}

export interface PhaseSpan {
  /** Null: it began before what is drawn. */
  readonly from: string | null;
  readonly phases: readonly TimelinePhase[];
}

/**
 * The pieces that the bar of a life cycle consists of, one after the other. A phase whose end is not known
 * gives way to a later one whose end is: between them nothing can be drawn.
 * @param today where what is over without a day is drawn to
 * @param horizon where what has no known end is drawn to
 */
export function segmentsOf(
  { from, phases }: PhaseSpan,
  edges: { readonly start: string; readonly today: string; readonly horizon: string },
): Segment[] {
  const ordered = phases.toSorted((one, other) => one.step - other.step);
  const lastDated = ordered.findLastIndex(({ until }) => until !== null);
  const segments: Segment[] = [];
  let cursor = from ?? edges.start;
  for (const phase of ordered.filter(({ until }, index) => until !== null || index > lastDated)) {
    const ending = endingOf(phase);
    const to = phase.until ?? (phase.over ? edges.today : edges.horizon);
    if (to <= cursor) continue;
    segments.push({ phase, from: cursor, to, ending });
    cursor = to;
  }
  return segments;
}

function endingOf({ until, over }: TimelinePhase): Segment['ending'] {
  if (until !== null) return 'dated';
  return over ? 'undated' : 'open';
}
