import type { Locator, Page } from '@playwright/test';

/** The list of products. */
export class CatalogPage {
  readonly filters: Locator;
  readonly search: Locator;
  readonly table: Locator;
  readonly add: Locator;

  constructor(private readonly page: Page) {
    this.filters = page.getByRole('search', { name: 'Filter the catalog' });
    this.search = page.getByRole('textbox', { name: 'Name, alias, purl or CPE' });
    this.table = page.getByRole('table', { name: 'Products' });
    this.add = page.getByRole('link', { name: 'Add a product' });
  }

  async open(query = ''): Promise<void> {
    await this.page.goto(`/catalog${query}`);
  }

  /** The products in their order. */
  names(): Locator {
    return this.table.getByRole('rowheader');
  }

  row(name: string): Locator {
    return this.table.getByRole('row').filter({ hasText: name });
  }

  use(label: 'All' | 'In use here'): Locator {
    return this.filters.getByRole('radio', { name: label });
  }

  async chooseKind(kind: string): Promise<void> {
    await this.filters.getByRole('button', { name: 'Kind' }).click();
    await this.page.getByRole('option', { name: kind, exact: true }).click();
  }
}
