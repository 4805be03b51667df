import type { Component } from '@/domain/scan/component';
import type { Distro } from '@/domain/scan/context';
import type { WrittenLifecycle } from './lifecycle';

/** A component as it is written. */
export interface WrittenComponent extends Pick<
  Component,
  'name' | 'version' | 'type' | 'language' | 'purl' | 'cpes' | 'upstreams' | 'licenses'
> {
  readonly scope: Component['scope'] | null;
  readonly lifecycle: WrittenLifecycle;
}

export interface WrittenSubject {
  readonly kind: 'image' | 'directory' | 'application';
  readonly name: string;
  readonly tag: string;
  /** Null where it has none, or nobody knows it. */
  readonly digest: string | null;
  readonly labels: Readonly<Record<string, string>>;
}

/** All that stands before the components. */
export interface WrittenHead {
  readonly subject: WrittenSubject;
  /** Its operating system, with what is known of its support; null where it has none. */
  readonly system: { readonly distro: Distro; readonly lifecycle: WrittenLifecycle } | null;
  /** A UUID: equal for what says the same. */
  readonly id: string;
  /** The day as of which support is judged, as an instant: `2026-11-27T00:00:00Z`. */
  readonly asOf: string;
  /** Where this installation is found, without a slash at its end. */
  readonly baseUrl: string;
  /** The version of the service. */
  readonly release: string;
}

/** A document in the making. What it writes depends on what it wrote. */
export interface SbomWriter {
  readonly opening: string;
  component(component: WrittenComponent): string;
  /** In pieces: what it says of all components is as long as their list. */
  closing(): Iterable<string>;
}

export interface SbomFormat {
  readonly contentType: string;
  /** How names of such files end. */
  readonly extension: string;
  readonly begin: (head: WrittenHead) => SbomWriter;
}

/** As scanners call the subject: `shop:1`; what has no tag by its name alone. */
export function subjectName({ kind, name, tag }: WrittenSubject): string {
  return kind === 'image' && tag !== '' ? `${name}:${tag}` : name;
}

/** A line in words, for formats that have no field for it. */
export function supportSentence(lifecycle: WrittenLifecycle): string {
  const { level, evidence, justification, product, cycle, extendedSupportEndsOn } = lifecycle;
  const parts = [
    `Level of support: ${level}`,
    product === null
      ? null
      : `Product: ${[product, cycle].filter((text) => text !== null).join(' ')}`,
    `Evidence: ${evidence}`,
    extendedSupportEndsOn === null ? null : `Extended support ends: ${extendedSupportEndsOn}`,
    justification === null ? null : `Justification: ${justification}`,
  ];
  return `${parts.filter((part) => part !== null).join('. ')}.`;
}

/** Entries of an object that say something. */
export function filled<Values extends object>(values: Values): Partial<Values> {
  const entries = Object.entries(values).filter(
    ([, value]: [string, unknown]) =>
      value !== null &&
      value !== undefined &&
      value !== '' &&
      !(Array.isArray(value) && value.length === 0),
  );
  return Object.fromEntries(entries) as Partial<Values>;
}

/** Entries of a list in one piece. */
const IN_A_PIECE = 1_000;

/** Writes the entries of a long list, with what separates them, in pieces. */
export function* inPieces(
  length: number,
  entry: (place: number) => string,
  separator: string,
): Generator<string> {
  for (let first = 0; first < length; first += IN_A_PIECE) {
    const count = Math.min(IN_A_PIECE, length - first);
    const piece = Array.from({ length: count }, (_, place) => entry(first + place));
    yield (first === 0 ? '' : separator) + piece.join(separator);
  }
}

/** An instant at which a day begins. */
export function instantOfDay(day: string | null): string | null {
  return day === null ? null : `${day}T00:00:00Z`;
}
