import type { Locator, Page } from '@playwright/test';

/** The board and the table of plans, the form of a new one, and the page of one. */
export class PlansPage {
  readonly title: Locator;
  readonly board: Locator;
  readonly table: Locator;
  readonly filters: Locator;

  constructor(private readonly page: Page) {
    this.title = page.getByRole('heading', { level: 1 });
    this.board = page.getByRole('region', { name: 'Board' });
    this.table = page.getByRole('table', { name: 'Plans' });
    this.filters = page.getByRole('search', { name: 'Filter plans' });
  }

  async open(query = ''): Promise<void> {
    await this.page.goto(`/plans${query}`);
  }

  /** A column of the board. */
  column(name: string): Locator {
    return this.board.getByRole('region', { name, exact: true });
  }

  view(label: 'Board' | 'Table'): Locator {
    return this.filters.getByRole('radio', { name: label });
  }

  /** Plans the move of software from its page's button on, everywhere, and waits for the plan's page. */
  async plan(software: string, { to, by }: { to: string; by: string }): Promise<void> {
    await this.open();
    await this.page.getByRole('link', { name: 'Plan a move' }).click();
    await this.page.getByRole('link', { name: software, exact: true }).click();
    await this.page.getByLabel('Its release cycle').fill(to);
    await this.page.getByLabel('By', { exact: false }).first().fill(by);
    await this.page.getByRole('button', { name: 'Plan the move' }).click();
  }
}
