import type { Locator, Page } from '@playwright/test';

/** The list of waivers, one of them, and the form that asks for one. */
export class WaiversPage {
  readonly title: Locator;
  readonly table: Locator;
  readonly search: Locator;
  readonly form: Locator;

  constructor(private readonly page: Page) {
    this.title = page.getByRole('heading', { level: 1 });
    this.table = page.getByRole('table', { name: 'Waivers' });
    this.search = page.getByRole('textbox', { name: 'Search waivers' });
    this.form = page.locator('form').filter({ hasText: 'Release cycle' });
  }

  async open(query = ''): Promise<void> {
    await this.page.goto(`/waivers${query}`);
  }

  /** The software of the waivers in their order. */
  names(): Locator {
    return this.table.getByRole('rowheader');
  }

  row(text: string): Locator {
    return this.table.getByRole('row').filter({ hasText: text });
  }

  dialog(name: string | RegExp): Locator {
    return this.page.getByRole('dialog', { name });
  }

  /** Fills in what no link knows, and asks. */
  async ask({
    reason,
    endsOn,
  }: {
    readonly reason: string;
    readonly endsOn: string;
  }): Promise<void> {
    await this.form.getByLabel('Reason').fill(reason);
    await this.form.getByLabel('Last day').fill(endsOn);
    await this.page.getByRole('button', { name: 'Ask for the waiver' }).click();
  }
}
