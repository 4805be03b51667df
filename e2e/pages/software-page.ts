import type { Locator, Page } from '@playwright/test';

/** The software list. */
export class SoftwarePage {
  readonly filters: Locator;
  readonly search: Locator;
  readonly table: Locator;

  constructor(private readonly page: Page) {
    this.filters = page.getByRole('search', { name: 'Filter software' });
    this.search = page.getByRole('textbox', { name: 'Search software' });
    this.table = page.getByRole('table', { name: 'Software' });
  }

  async open(query = ''): Promise<void> {
    await this.page.goto(`/software${query}`);
  }

  /** The names of the rows in their order. */
  names(): Locator {
    return this.table.getByRole('rowheader');
  }

  row(name: string): Locator {
    return this.table.getByRole('row').filter({ hasText: name });
  }

  /** One of the choices about ends of life, with the number it would leave. */
  state(label: string, count: number): Locator {
    return this.filters.getByRole('radio', { name: `${label} ${String(count)}` });
  }

  /** Chooses from a filter that opens a list. */
  async choose(filter: string, option: string): Promise<void> {
    await this.filters.getByRole('button', { name: filter }).click();
    await this.page.getByRole('option', { name: option, exact: true }).click();
  }

  async clear(): Promise<void> {
    await this.filters.getByRole('button', { name: 'Clear all' }).click();
  }

  async sortBy(column: string): Promise<void> {
    await this.table.getByRole('columnheader', { name: column }).getByRole('link').click();
  }
}
