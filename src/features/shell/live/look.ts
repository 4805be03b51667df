/** How often a page that can be seen asks whether its numbers have moved. */
export const LOOK_EVERY_MS = 15_000;
/** How seldom it asks at most, while nobody answers. */
const SELDOM_MS = 5 * 60_000;
/**
 * Reading takes one part in so many of a page's time at most. So fifty open pages keep half of one processor busy at most, and
 * the busier the server is, the less it is asked.
 */
const PARTS = 100;

/** The page that looks, as the browser tells of it. */
export interface LookingPage {
  readonly isSeen: () => boolean;
  /** Calls back when it is seen again, or the network is back; returns what ends that. */
  readonly onReturn: (look: () => void) => () => void;
}

export interface LookOptions {
  readonly page: LookingPage;
  readonly ask: () => Promise<string>;
  /** Does what a version asks for, and ends when that is done. */
  readonly onVersion: (version: string) => Promise<void>;
  /**
   * Hears of what `ask` or `onVersion` failed with.
   * @param unanswered how often in a row nobody told the version: 0 when it was told, and what it asked for failed
   * @returns whether to go on
   */
  readonly onFailure: (error: unknown, unanswered: number) => boolean;
}

/**
 * Asks over and over for the version of what a page shows: not while it is hidden, at once when it is seen again, and ever
 * less often while nobody answers. Pages that were opened at once do not go on asking at once.
 * @returns what ends it
 */
export function keepLooking({ page, ask, onVersion, onFailure }: LookOptions): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isLooking = false;
  let isOver = false;
  let failures = 0;
  let unanswered = 0;
  const look = async () => {
    clearTimeout(timer);
    if (isLooking || isOver || !page.isSeen()) return;
    isLooking = true;
    let pause = LOOK_EVERY_MS;
    try {
      unanswered += 1;
      const version = await ask();
      unanswered = 0;
      const began = performance.now();
      if (!isOver) await onVersion(version);
      failures = 0;
      pause = Math.max(pause, PARTS * (performance.now() - began));
    } catch (error) {
      failures += 1;
      pause = Math.min(LOOK_EVERY_MS * 2 ** failures, SELDOM_MS);
      isOver ||= !onFailure(error, unanswered);
    }
    isLooking = false;
    if (!isOver) timer = setTimeout(() => void look(), pause * (0.9 + 0.2 * Math.random()));
  };
  timer = setTimeout(() => void look(), LOOK_EVERY_MS);
  const stopHearing = page.onReturn(() => void look());
  return () => {
    isOver = true;
    clearTimeout(timer);
    stopHearing();
  };
}

/** The page of this browser. */
export const ownPage: LookingPage = {
  isSeen: () => document.visibilityState === 'visible',
  onReturn: (look) => {
    document.addEventListener('visibilitychange', look);
    window.addEventListener('online', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      window.removeEventListener('online', look);
    };
  },
};
