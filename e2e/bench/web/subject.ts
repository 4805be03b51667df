import type { BrowserContext, Page } from 'playwright';

/** A server of the built application, and how it is looked at. */
export interface Subject {
  readonly origin: string;
  /** Lets the pages of a browser act as one of its admins. */
  signIn(context: BrowserContext): Promise<void>;
  /** Lists the addresses to visit, as a signed-in page finds them. */
  pathsOf(page: Page): Promise<string[]>;
  stop(): Promise<void>;
}
