import type { Locator, Page } from '@playwright/test';

/** The reader's own account, wherever it is shown. */
export class AccountPage {
  readonly browsers: Locator;

  constructor(private readonly page: Page) {
    this.browsers = page.getByRole('list', { name: 'Browsers' }).getByRole('listitem');
  }

  async open(origin = ''): Promise<void> {
    await this.page.goto(`${origin}/settings/account`);
  }

  async rename(name: string): Promise<void> {
    await this.page.getByLabel('Your name').fill(name);
    await this.page.getByRole('button', { name: 'Rename' }).click();
  }

  async changePassword(current: string, next: string): Promise<void> {
    await this.page.getByRole('button', { name: 'Change the password' }).click();
    await this.page.getByLabel('Current password').fill(current);
    await this.page.getByLabel('New password').fill(next);
    await this.page.getByRole('button', { name: 'Save the new password' }).click();
  }

  async changeEmail(email: string, password: string): Promise<void> {
    await this.page.getByRole('button', { name: 'Change the address' }).click();
    await this.page.getByLabel('New e-mail').fill(email);
    await this.page.getByLabel('Your password').fill(password);
    await this.page.getByRole('button', { name: 'Mail the link' }).click();
  }
}
