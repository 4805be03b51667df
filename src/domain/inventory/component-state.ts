import { NOT_MATCHED } from '@/domain/eol/words';

/**
 * The state of a component in an image by the catalog: matched to a release that its vendor supports, maintained
 * by a distribution, not matched to anything that it knows, or not asked yet.
 */
export const COMPONENT_STATES = ['matched', 'distribution', 'unknown', 'pending'] as const;
export type ComponentState = (typeof COMPONENT_STATES)[number];

/** The states in words, as labels. */
export const COMPONENT_STATE_WORDS: Readonly<Record<ComponentState, string>> = {
  matched: 'Matched',
  distribution: 'Distribution',
  unknown: NOT_MATCHED,
  pending: 'Still to be matched',
};
