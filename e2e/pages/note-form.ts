import { expect, type Locator, type Page } from '@playwright/test';

/** A note where it stands beside its product, and the form it becomes. */
export class NoteForm {
  readonly save: Locator;

  constructor(private readonly page: Page) {
    this.save = page.getByRole('button', { name: 'Save note' });
  }

  /** The ways to write on a product: none for those who may not. */
  openers(product: string): Locator {
    return this.page.getByRole('button', { name: `note on ${product}` });
  }

  text(product: string): Locator {
    return this.page.getByRole('textbox', { name: `Note on ${product}` });
  }

  async write(product: string, text: string): Promise<void> {
    await this.openers(product).first().click();
    await this.text(product).fill(text);
    await this.save.click();
    // The text is on the page while it is written, too.
    await expect(this.save).toBeHidden();
  }
}
