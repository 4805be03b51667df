import type { Locator, Page } from '@playwright/test';

/** Where components are checked. */
export class CheckPage {
  readonly component: Locator;
  readonly ask: Locator;
  readonly verdict: Locator;
  readonly answer: Locator;
  readonly views: Locator;
  readonly answers: Locator;

  constructor(private readonly page: Page) {
    this.component = page.getByLabel('Component', { exact: true });
    this.ask = page.getByRole('button', { name: 'Check', exact: true });
    this.answer = page.locator('section[aria-labelledby=verdict]');
    this.verdict = this.answer.getByRole('heading', { level: 2 });
    this.views = page.getByRole('navigation', { name: 'Views of the answer' });
    this.answers = page.getByRole('table', { name: 'Answers' });
  }

  async open(query = ''): Promise<void> {
    await this.page.goto(`/check${query}`);
  }

  /** Asks as by typing and Enter. */
  async type(text: string): Promise<void> {
    await this.component.fill(text);
    await this.component.press('Enter');
  }

  async choose(field: string, option: string): Promise<void> {
    await this.page.getByLabel(field, { exact: true }).click();
    await this.page.getByRole('option', { name: option, exact: true }).click();
  }

  async show(view: 'Answer' | 'JSON' | 'curl'): Promise<void> {
    await this.views.getByRole('link', { name: view }).click();
  }
}
