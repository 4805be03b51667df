import type { Locator, Page } from '@playwright/test';

/** The pages of the provider that tests start; see `src/test/openid-provider.ts`. */
export class ProviderPage {
  readonly account: Locator;

  constructor(private readonly page: Page) {
    this.account = page.getByLabel('Account');
  }

  async signInAs(account: string): Promise<void> {
    await this.account.fill(account);
    await this.page.getByRole('button', { name: 'Sign in' }).click();
  }

  async cancel(): Promise<void> {
    await this.page.getByRole('button', { name: 'Cancel' }).click();
  }

  async confirmSignOut(): Promise<void> {
    await this.page.getByRole('heading', { name: /^Sign out of / }).waitFor();
    await this.page.getByRole('button', { name: 'Yes, sign out' }).click();
  }
}
