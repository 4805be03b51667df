import type { Locator, Page } from '@playwright/test';

/** The notes list with its panel. */
export class NotesPage {
  readonly table: Locator;
  readonly search: Locator;
  readonly newNote: Locator;
  readonly dialog: Locator;

  constructor(private readonly page: Page) {
    this.table = page.getByRole('table', { name: 'Notes' });
    this.search = page.getByRole('textbox', { name: 'Search notes' });
    this.newNote = page.getByRole('button', { name: 'Write a note' });
    this.dialog = page.getByRole('dialog', { name: 'Write a note' });
  }

  async open(query = ''): Promise<void> {
    await this.page.goto(`/notes${query}`);
  }

  /** The products of the notes in their order. */
  products(): Locator {
    return this.table.getByRole('rowheader');
  }

  row(product: string): Locator {
    return this.table.getByRole('row').filter({ hasText: product });
  }

  /** Beside the list, or over it where there is no room for both. */
  panel(product: string): Locator {
    return this.page
      .getByRole('complementary', { name: product })
      .or(this.page.getByRole('dialog', { name: product, exact: true }));
  }

  async chooseProduct(name: string): Promise<void> {
    await this.dialog.getByRole('button', { name: 'Product' }).click();
    await this.page.getByRole('option', { name, exact: true }).click();
  }
}
