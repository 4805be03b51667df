import type { Locator, Page } from '@playwright/test';

/** The frame's ways between organizations, on whichever page. */
export class OrganizationFrame {
  /** Names the organization, and opens the list of all. */
  readonly button: Locator;
  readonly menu: Locator;
  /** Across the top while the session acts elsewhere than the tab shows. */
  readonly notice: Locator;
  readonly createDialog: Locator;

  constructor(private readonly page: Page) {
    // In the rail or in the header: one of them is shown.
    this.button = page.getByRole('button', { name: /^Organization .*, change$/ });
    this.menu = page.getByRole('menu');
    this.notice = page.getByRole('alert').filter({ hasText: 'This tab shows' });
    this.createDialog = page.getByRole('dialog', { name: 'Create an organization' });
  }

  choice(name: string | RegExp): Locator {
    return this.menu.getByRole('menuitemradio', { name });
  }

  /** Once the page listens to keys. */
  async ready(): Promise<void> {
    await this.page.waitForLoadState('networkidle');
  }

  async switchTo(name: string): Promise<void> {
    await this.ready();
    await this.button.click();
    await this.choice(new RegExp(`^${name}`)).click();
  }
}
