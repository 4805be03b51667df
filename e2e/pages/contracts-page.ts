import type { Locator, Page } from '@playwright/test';

/** What the form of a contract is filled in with. */
export interface EnteredTerms {
  readonly vendor: string;
  readonly product: string;
  readonly cycle?: string;
  readonly endsOn: string;
}

/** The list of contracts, one of them, and the form that enters one. */
export class ContractsPage {
  readonly title: Locator;
  readonly table: Locator;
  readonly search: Locator;
  readonly covers: Locator;
  readonly history: Locator;

  constructor(private readonly page: Page) {
    this.title = page.getByRole('heading', { level: 1 });
    this.table = page.getByRole('table', { name: 'Contracts' });
    this.search = page.getByRole('textbox', { name: 'Search contracts' });
    this.covers = this.section('What it covers now');
    this.history = this.section('History');
  }

  async open(query = ''): Promise<void> {
    await this.page.goto(`/contracts${query}`);
  }

  private section(title: string): Locator {
    const heading = this.page.getByRole('heading', { level: 2, name: title, exact: true });
    return this.page.locator('section').filter({ has: heading });
  }

  /** The vendors in their order. */
  vendors(): Locator {
    return this.table.getByRole('rowheader');
  }

  row(vendor: string): Locator {
    return this.table.getByRole('row').filter({ hasText: vendor });
  }

  /** Fills in what every contract says. */
  async fill({ vendor, product, cycle = '', endsOn }: EnteredTerms): Promise<void> {
    await this.page.getByLabel('Vendor').fill(vendor);
    await this.page.getByLabel('Product').fill(product);
    await this.page.getByLabel('Release cycle').fill(cycle);
    await this.page.getByLabel(/^End/).fill(endsOn);
  }

  async submit(): Promise<void> {
    await this.page.getByRole('button', { name: 'Enter the contract' }).click();
  }
}
