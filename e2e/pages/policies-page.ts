import type { Locator, Page } from '@playwright/test';

/** All policies. */
export class PoliciesPage {
  readonly filters: Locator;
  readonly search: Locator;
  readonly create: Locator;

  constructor(private readonly page: Page) {
    this.filters = page.getByRole('search', { name: 'Filter policies' });
    this.search = page.getByRole('textbox', { name: 'Search policies' });
    this.create = page.getByRole('link', { name: 'New policy' });
  }

  async open(query = ''): Promise<void> {
    await this.page.goto(`/policies${query}`);
  }

  /** The policies as sentences, in their order. */
  sentences(): Locator {
    return this.page.getByRole('heading', { level: 3 });
  }

  card(sentence: string): Locator {
    return this.page.getByRole('listitem').filter({ hasText: sentence });
  }

  /** A number about today, of all policies together. */
  figure(name: 'Denied' | 'Warned' | 'Allowed'): Locator {
    return this.page.getByRole('link', { name: `${name} today`, exact: false }).first();
  }

  about(name: string): Locator {
    return this.filters.getByRole('radio', { name, exact: true });
  }
}
