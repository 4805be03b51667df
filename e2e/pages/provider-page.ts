import type { Page } from '@playwright/test';

/** The pages of the provider that tests start; see `src/test/openid-provider.ts`. */
export class ProviderPage {
  constructor(private readonly page: Page) {}

  async signInAs(account: string): Promise<void> {
    await this.page.getByLabel('Account').fill(account);
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
