import type { Locator, Page } from '@playwright/test';

/** The page of one release cycle. */
export class SoftwareDetailPage {
  readonly title: Locator;
  readonly facts: Locator;
  /** The life cycle of its product. */
  readonly lifecycle: Locator;
  readonly holders: Locator;

  constructor(page: Page) {
    this.title = page.getByRole('heading', { level: 1 });
    this.facts = page.getByRole('region', { name: 'Facts' });
    this.lifecycle = page.getByRole('table', { name: 'Release cycles of' });
    this.holders = page.getByRole('region', { name: 'Where it runs' });
  }

  cycle(name: string): Locator {
    return this.lifecycle.getByRole('row').filter({ hasText: name });
  }

  async openHolders(view: 'Images' | 'Projects'): Promise<void> {
    await this.holders.getByRole('link', { name: view }).first().click();
  }
}
