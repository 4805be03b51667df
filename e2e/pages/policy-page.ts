import type { Locator, Page } from '@playwright/test';

type Verb = 'warn' | 'fail';

/** The form of a policy, and what it would do. */
export class PolicyPage {
  readonly form: Locator;
  readonly save: Locator;
  readonly project: Locator;
  readonly product: Locator;
  readonly cycle: Locator;
  readonly trustPolicy: Locator;
  readonly today: Locator;
  readonly images: Locator;
  readonly differences: Locator;
  readonly remove: Locator;
  /** Asks before many builds are broken. */
  readonly question: Locator;
  /** The first day on which builds may fail. */
  readonly start: Locator;

  constructor(private readonly page: Page) {
    this.form = page.getByRole('form', { name: 'Policy' });
    this.save = this.form.getByRole('button', { name: /Put it in force|Save the changes/ });
    this.project = this.form.getByRole('combobox', { name: 'Project', exact: true });
    this.product = this.form.getByRole('combobox', { name: 'Product', exact: true });
    this.cycle = this.form.getByRole('combobox', { name: 'Cycle', exact: true });
    this.trustPolicy = this.form.getByRole('textbox', { name: 'Trust policy' });
    this.today = page.getByRole('group', { name: 'Images today' });
    this.images = page.getByRole('region', {
      name: /^(No image|[\d,]+ images?) (is|are|would be) /,
    });
    this.differences = page.getByRole('region', {
      name: 'Where a stock scanner decides differently',
    });
    this.remove = page.getByRole('button', { name: 'Delete', exact: true });
    this.question = page.getByRole('dialog');
    this.start = this.form.getByLabel('First day on which builds may fail');
  }

  async openNew(query = ''): Promise<void> {
    await this.page.goto(`/policies/new${query}`);
  }

  async open(policyId: string): Promise<void> {
    await this.page.goto(`/policies/${policyId}`);
  }

  /** Chooses from one of the sentence's menus. */
  async choose(part: string, option: string): Promise<void> {
    await this.form.getByRole('combobox', { name: part, exact: true }).click();
    await this.page.getByRole('option', { name: option, exact: true }).click();
  }

  async when(verb: Verb, option: string): Promise<void> {
    await this.choose(`When builds ${verb}`, option);
  }

  days(verb: Verb): Locator {
    return this.form.getByRole('textbox', { name: `Days before the end on which builds ${verb}` });
  }

  /** A button that fills the sentence. */
  template(name: string): Locator {
    return this.form.getByRole('button', { name, exact: true });
  }

  day(verb: Verb): Locator {
    return this.form.getByLabel(`Day from which builds ${verb}`);
  }

  /** How many images, and how many without the change. */
  figure(name: 'Denied' | 'Warned' | 'Allowed'): Locator {
    return this.today.getByRole('button', { name: `${name} today` });
  }
}
