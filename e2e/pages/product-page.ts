import type { Locator, Page } from '@playwright/test';

/** The page of one product of the catalog. */
export class ProductPage {
  readonly title: Locator;
  readonly choices: Locator;
  readonly timeline: Locator;
  readonly images: Locator;
  readonly facts: Locator;
  readonly dialog: Locator;

  constructor(private readonly page: Page) {
    this.title = page.getByRole('heading', { level: 1 });
    this.choices = page.getByRole('navigation', { name: 'Which release cycles' });
    this.timeline = page.getByRole('table', { name: 'Release cycles of' });
    this.images = page.getByRole('table', { name: 'Images that hold it' });
    this.facts = page.getByRole('region', { name: 'Facts' });
    this.dialog = page.getByRole('dialog', { name: 'Your own date for' });
  }

  async open(slug: string, query = ''): Promise<void> {
    await this.page.goto(`/catalog/${slug}${query}`);
  }

  /** The names of the cycles in their order. */
  cycles(): Locator {
    return this.timeline.getByRole('rowheader');
  }

  /** Cycles that images hold and the catalog does not have. */
  otherCycles(): Locator {
    return this.page.getByRole('list', { name: 'Other cycles' }).getByRole('listitem');
  }

  cycle(name: string): Locator {
    return this.timeline
      .getByRole('row')
      .filter({ has: this.page.getByRole('rowheader', { name, exact: true }) });
  }

  /** Opens what is known of a cycle. */
  async openCycle(name: string): Promise<void> {
    await this.cycle(name).getByRole('rowheader').getByRole('link').click();
  }

  async setOwnDate(day: string, reason: string): Promise<void> {
    await this.dialog.getByLabel('Supported until').fill(day);
    await this.dialog.getByLabel('Reason').fill(reason);
    await this.dialog.getByRole('button', { name: 'Set the date' }).click();
  }
}
