import type { Locator, Page } from '@playwright/test';

/** The images list. */
export class ImagesPage {
  readonly filters: Locator;
  readonly search: Locator;
  readonly table: Locator;
  readonly pages: Locator;

  constructor(private readonly page: Page) {
    this.filters = page.getByRole('search', { name: 'Filter images' });
    this.search = page.getByRole('textbox', { name: 'Search images' });
    this.table = page.getByRole('table', { name: 'Images' });
    this.pages = page.getByRole('navigation', { name: 'Pages' });
  }

  async open(query = ''): Promise<void> {
    await this.page.goto(`/images${query}`);
  }

  /** The names of the images in their order. */
  names(): Locator {
    return this.table.getByRole('rowheader');
  }

  row(name: string): Locator {
    return this.table.getByRole('row').filter({ hasText: name });
  }

  /** One of the choices about ends of life. */
  eol(label: string): Locator {
    return this.filters.getByRole('radio', { name: new RegExp(`^${label}( ?[\\d,]+)?$`) });
  }

  /** Chooses from a filter that opens a list. */
  async choose(filter: string, option: string): Promise<void> {
    await this.filters.getByRole('button', { name: filter }).click();
    await this.page.getByRole('option', { name: option, exact: true }).click();
  }

  async filterByLabel(key: string, operator: 'is any of' | 'is none of', value: string) {
    await this.filters.getByRole('button', { name: 'Label' }).click();
    const form = this.page.getByRole('dialog', { name: 'Label condition' });
    await form.getByRole('combobox', { name: 'Label' }).click();
    await this.page.getByRole('option', { name: key, exact: true }).click();
    await form.getByRole('combobox', { name: 'Operator' }).click();
    await this.page.getByRole('option', { name: operator }).click();
    await form.getByLabel('Values').fill(value);
    await form.getByRole('button', { name: 'Apply' }).click();
  }

  async clear(): Promise<void> {
    await this.filters.getByRole('button', { name: 'Clear all' }).click();
  }

  async sortBy(column: string): Promise<void> {
    await this.table.getByRole('columnheader', { name: column }).getByRole('link').click();
  }
}
