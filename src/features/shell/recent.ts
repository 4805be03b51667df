import { z } from 'zod';

/** A page of something that the reader looked at. */
const recentPage = z.object({ href: z.string().max(200), label: z.string().max(300) });
export type RecentPage = z.infer<typeof recentPage>;

const MAX_RECENT = 6;
const KEY = 'eventide:recent:';
/** Pages of one thing each. Those of settings are found by their names, and a name there may be a person's. */
const OF_ONE_THING =
  /^\/(?:images|projects|software|teams|clusters|catalog|policies|plans)\/[^/]+$/;
const NO_THINGS = /\/(?:compare|new|rules|file|images)$/;

/** The key under which the browser keeps them, for each organization apart. */
export function recentKey(organizationId: string): string {
  return `${KEY}${organizationId}`;
}

/** Tells whether a path is the page of one thing, and not a list or a form. */
export function isOfOneThing(path: string): boolean {
  return OF_ONE_THING.test(path) && !NO_THINGS.test(path);
}

/** Reads what the browser has kept; nothing where it is something else. */
export function readRecent(stored: string | null): readonly RecentPage[] {
  if (stored === null) return [];
  try {
    return z.array(recentPage).max(MAX_RECENT).parse(JSON.parse(stored));
  } catch {
    return []; // another version wrote it, or a hand
  }
}

/** Puts a page first. */
export function withRecent(pages: readonly RecentPage[], page: RecentPage): string {
  const others = pages.filter(({ href }) => href !== page.href);
  return JSON.stringify([page, ...others].slice(0, MAX_RECENT));
}

/** Keeps the page that is shown, by the title that it has by now. */
export function remember(organizationId: string, path: string): void {
  const label = document.title.replace(/ \u00b7 Eventide$/, '');
  if (!isOfOneThing(path) || label === '') return;
  const key = recentKey(organizationId);
  try {
    const pages = readRecent(window.localStorage.getItem(key));
    window.localStorage.setItem(key, withRecent(pages, { href: path, label }));
  } catch {
    // Storage is forbidden in this window, or full.
  }
}

/** Forgets all of them, of every organization: who signs out may leave the browser to somebody else. */
export function forgetRecent(): void {
  try {
    const keys = Object.keys(window.localStorage).filter((key) => key.startsWith(KEY));
    for (const key of keys) window.localStorage.removeItem(key);
  } catch {
    // Storage is forbidden in this window, so that nothing was kept.
  }
}
