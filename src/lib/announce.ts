/** Marks the page's one live region, which `RootDocument` renders. */
export const ANNOUNCER_ID = 'announcer';

/**
 * Announces a text to screen readers. One region for all: a live region inside a control would make
 * an open dialog leave that control half hidden behind it.
 */
export function announce(text: string): void {
  const region = document.getElementById(ANNOUNCER_ID);
  if (region) region.textContent = text;
}

/** The page on which something was told of a list, and what. */
let told: { readonly path: string; readonly words: string } | null = null;

/**
 * Announces what is left of a list by another search, filter or page: nothing else says so to who does not see it. Not what
 * it holds when the page comes, which is read with the page.
 */
export function announceList(words: string): void {
  const path = window.location.pathname;
  const isNews = told?.path === path && told.words !== words;
  told = { path, words };
  if (isNews) announce(words);
}
