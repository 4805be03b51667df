import type { Locator, Page } from '@playwright/test';

export class SignInPage {
  constructor(private readonly page: Page) {}

  /** The message of a failed sign-in. */
  get problem(): Locator {
    return this.page.getByRole('main').getByRole('alert');
  }

  get password(): Locator {
    return this.page.getByLabel('Password');
  }

  /** The way to the provider of this name. */
  provider(name: string): Locator {
    return this.page.getByRole('button', { name: `Continue with ${name}` });
  }

  async signIn(email: string, password: string): Promise<void> {
    await this.page.getByLabel('E-mail').fill(email);
    await this.password.fill(password);
    await this.page.getByRole('button', { name: 'Sign in' }).click();
  }
}
