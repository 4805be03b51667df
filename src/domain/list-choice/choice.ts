/** How close the rows of all lists stand. */
const DENSITY = 'density';
const MAX_CHOICE = 1_000;

/** Tells whether a choice goes by this name: that of the rows, or that of some list's columns. */
export function isChoiceName(name: string): boolean {
  return name === DENSITY || /^columns:[a-z][a-z-]{0,39}$/.test(name);
}

/**
 * Tells whether a choice of this name can be this: close rows, or the ids of columns between commas. Which columns there are,
 * the list itself says; it passes over those that it does not have.
 */
export function isChoice(name: string, value: string): boolean {
  if (name === DENSITY) return value === 'compact';
  return value.length <= MAX_CHOICE && /^(?:[a-z][a-z0-9]*(?:,[a-z][a-z0-9]*)*)?$/i.test(value);
}
