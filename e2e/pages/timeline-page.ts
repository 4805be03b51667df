import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';

/** The timeline of all software in use. */
export class TimelinePage {
  readonly filters: Locator;
  /** The part that scrolls. */
  readonly chart: Locator;
  readonly rows: Locator;
  readonly table: Locator;
  readonly exportButton: Locator;

  constructor(private readonly page: Page) {
    this.filters = page.getByRole('search', { name: 'Filter the timeline' });
    this.chart = page.getByRole('region', { name: 'Timeline' });
    this.rows = this.chart.getByRole('list', { name: 'Software by end of life' });
    this.table = page.getByRole('table', { name: 'Timeline' });
    this.exportButton = page.getByRole('button', { name: 'Export' });
  }

  async open(query = ''): Promise<void> {
    await this.page.goto(`/timeline${query}`);
  }

  /** The links of the rows that are drawn, in their order, each with its dates in words. */
  names(): Locator {
    return this.rows.locator('[data-row-link]');
  }

  row(name: string): Locator {
    return this.rows.getByRole('listitem').filter({ hasText: name });
  }

  zoom(label: 'Months' | 'Quarters' | 'Years'): Locator {
    return this.filters.getByRole('radio', { name: label });
  }

  view(label: 'As a chart' | 'As a table'): Locator {
    return this.filters.getByRole('radio', { name: label });
  }

  /** Chooses from a filter that opens a list. */
  async choose(filter: string, option: string): Promise<void> {
    await this.filters.getByRole('button', { name: filter }).click();
    await this.page.getByRole('option', { name: option, exact: true }).click();
  }

  async clear(): Promise<void> {
    await this.filters.getByRole('button', { name: 'Clear all' }).click();
  }

  /** The button that keeps the cycles of a state. */
  state(label: string): Locator {
    return this.page
      .getByRole('list', { name: 'Release cycles by end of life' })
      .getByRole('button', { name: `${label}: ` });
  }

  /** Takes a picture as a file, by the key for it. */
  async export(
    format: RegExp | 'All of this view, SVG' | 'The table, JSON',
  ): Promise<{ name: string; bytes: Buffer }> {
    await expect(this.exportButton).toBeEnabled();
    await this.page.keyboard.press('e');
    const downloading = this.page.waitForEvent('download');
    await this.page.getByRole('menuitem', { name: format }).click();
    const file = await downloading;
    return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
  }
}
