import { expect, type Locator, type Page } from '@playwright/test';

/** The sections that everybody sees, in their order. */
export const OPEN_SECTIONS: readonly string[] = [
  'Organization',
  'Members',
  'Your account',
  'Certificate',
  'Scanners',
  'Feeds',
  'Waivers',
  'Retired images',
  'Retention',
  'Catalog',
];

/** The settings' frame, and what its sections have in common. */
export class SettingsPage {
  readonly sections: Locator;
  /** Messages about what was just done. */
  readonly messages: Locator;

  constructor(private readonly page: Page) {
    this.sections = page.getByRole('navigation', { name: 'Settings', exact: true });
    this.messages = page.getByRole('region', { name: /notifications/i });
  }

  async open(section = ''): Promise<void> {
    await this.page.goto(`/settings${section === '' ? '' : `/${section}`}`);
  }

  /** The names of the sections that are offered, in their order. */
  sectionNames(): Locator {
    return this.sections.getByRole('link');
  }

  /** A part of a section, by its heading. */
  part(title: string): Locator {
    return this.page
      .locator('section')
      .filter({ has: this.page.getByRole('heading', { name: title }) })
      .last();
  }

  table(name: string): Locator {
    return this.page.getByRole('table', { name });
  }

  /** The row of a table that holds a text. */
  row(table: string, text: string): Locator {
    return this.table(table).getByRole('row').filter({ hasText: text });
  }

  dialog(name: string | RegExp): Locator {
    return this.page.getByRole('dialog', { name });
  }

  /** A question that is asked before something is lost. */
  question(name: string | RegExp): Locator {
    return this.page.getByRole('alertdialog', { name });
  }

  /** Answers a question, and waits for it to go: while it is open, nothing below it has a role. */
  async answer(name: string | RegExp, button: string): Promise<void> {
    const question = this.question(name);
    await question.getByRole('button', { name: button }).click();
    await expect(question).toHaveCount(0);
  }

  /** The audience that tokens of builds must name, as their section tells it. */
  async buildAudience(): Promise<string> {
    const audience = this.page.getByText(/\/build\/[0-9a-f-]{36}$/).first();
    return (await audience.textContent()) ?? '';
  }

  async choose(select: Locator, option: string): Promise<void> {
    await select.click();
    await this.page.getByRole('option', { name: option }).click();
  }
}
