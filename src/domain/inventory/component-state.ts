/**
 * What the catalogue says of a component in an image: matched to a release that its vendor supports, maintained
 * by a distribution, unknown to it, or not asked yet.
 */
export const COMPONENT_STATES = ['matched', 'distribution', 'unknown', 'pending'] as const;
export type ComponentState = (typeof COMPONENT_STATES)[number];
