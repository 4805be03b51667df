import type { Locator, Page } from '@playwright/test';

/** The start page. */
export class OverviewPage {
  readonly title: Locator;
  /** Product lines to move first. */
  readonly lines: Locator;
  readonly waiting: Locator;
  readonly trend: Locator;
  readonly refused: Locator;

  constructor(private readonly page: Page) {
    this.title = page.getByRole('heading', { level: 1, name: 'Overview' });
    this.lines = page.getByRole('region', { name: 'Move first', exact: true });
    this.waiting = page.getByRole('region', { name: 'Waiting for you', exact: true });
    this.trend = page.getByRole('slider', { name: /point in time$/ });
    this.refused = this.waiting.getByRole('link', { name: /refused in 7 days$/ });
  }

  async open(query = ''): Promise<void> {
    await this.page.goto(`/${query}`);
  }

  /** The number of software in a state, which is a link. */
  figure(label: string): Locator {
    return this.page
      .getByRole('region', { name: 'Software by end of life' })
      .getByRole('link', { name: new RegExp(`^${label} ?[\\d,]`) });
  }

  /** How many images policies deny or warn of: "2 images denied". */
  verdicts(words: string): Locator {
    return this.page
      .getByRole('region', { name: 'Images denied' })
      .getByRole('link', { name: words, exact: true });
  }

  /** The software in one of the lists: "Ended this month". */
  list(name: string): Locator {
    return this.page.getByRole('region', { name }).getByRole('listitem');
  }

  /** The product lines in their order, without what they open to. */
  line(name?: string): Locator {
    const lines = this.lines.locator(':scope > ul > li');
    return name === undefined ? lines : lines.filter({ hasText: name });
  }

  /** One of the choices about the trend. */
  trendChoice(label: string): Locator {
    return this.page.getByRole('radio', { name: label, exact: true });
  }
}
