/**
 * The state of a component in an image by the catalog: matched to a release that its vendor supports, maintained
 * by a distribution, unknown to it, or not asked yet.
 */
export const COMPONENT_STATES = ['matched', 'distribution', 'unknown', 'pending'] as const;
export type ComponentState = (typeof COMPONENT_STATES)[number];
