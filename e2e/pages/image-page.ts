import type { Locator, Page } from '@playwright/test';

/** The page of one image. */
export class ImagePage {
  readonly title: Locator;
  readonly facts: Locator;
  readonly tabs: Locator;

  constructor(private readonly page: Page) {
    this.title = page.getByRole('heading', { level: 1 });
    this.facts = page.getByRole('region', { name: 'Facts' });
    this.tabs = page.getByRole('navigation', { name: 'Views of this image' });
  }

  async open(imageTagId: string, query = ''): Promise<void> {
    await this.page.goto(`/images/${imageTagId}${query}`);
  }

  async openTab(name: 'Software' | 'Packages' | 'History'): Promise<void> {
    await this.tabs.getByRole('link', { name }).click();
  }

  /** The software in one state. */
  group(name: string): Locator {
    return this.page.getByRole('region', { name });
  }

  /** The headings of all groups, in their order. */
  groups(): Locator {
    return this.page.getByRole('heading', { level: 2 });
  }

  /** A number of the summary, which is a link to what it counts. */
  figure(text: string): Locator {
    return this.page.getByRole('link', { name: text });
  }
}
