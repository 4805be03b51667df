import type { Page } from '@playwright/test';

/** Keycloak's own pages; by ids, which its themes keep. */
export class KeycloakPages {
  constructor(private readonly page: Page) {}

  /** Fills in the two forms that signing in leads to: where there are organizations, the name is asked first. */
  async signIn(username: string, password: string): Promise<void> {
    await this.page.locator('#username').fill(username);
    await this.page.locator('#kc-login').click();
    await this.page.locator('#password').fill(password);
    await this.page.locator('#kc-login').click();
  }

  /** Fills in the form that an invitation's link leads to. */
  async register(email: string, password: string): Promise<void> {
    await this.page.locator('#username').fill(email);
    await this.page.locator('#password').fill(password);
    await this.page.locator('#password-confirm').fill(password);
    await this.page.locator('#email').fill(email);
    await this.page.locator('#firstName').fill('Grace');
    await this.page.locator('#lastName').fill('Hopper');
    await this.page.getByRole('button', { name: 'Register' }).click();
  }
}
