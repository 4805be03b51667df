import type { Locator, Page } from '@playwright/test';

/** The start page. */
export class OverviewPage {
  readonly title: Locator;
  readonly top: Locator;
  readonly trend: Locator;
  readonly refused: Locator;

  constructor(private readonly page: Page) {
    this.title = page.getByRole('heading', { level: 1, name: 'Overview' });
    this.top = page.getByRole('table', { name: 'Move these first' });
    this.trend = page.getByRole('slider', { name: /point in time$/ });
    this.refused = page.getByRole('link', { name: /refused in 7 days$/ });
  }

  async open(query = ''): Promise<void> {
    await this.page.goto(`/${query}`);
  }

  /** A number and what it counts, which is a link: "Within 6 months". */
  figure(label: string): Locator {
    return this.page.getByRole('link', { name: new RegExp(`^${label} ?[\\d,]`) });
  }

  /** The software in one of the lists: "Just ended". */
  list(name: string): Locator {
    return this.page.getByRole('region', { name }).getByRole('listitem');
  }

  topRow(name: string): Locator {
    return this.top.getByRole('row').filter({ hasText: name });
  }

  /** One of the choices about the trend. */
  trendChoice(label: string): Locator {
    return this.page.getByRole('radio', { name: label, exact: true });
  }
}
