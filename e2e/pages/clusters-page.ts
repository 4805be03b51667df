import type { Locator, Page } from '@playwright/test';

/** The list of clusters, and the page of one. */
export class ClustersPage {
  readonly title: Locator;
  readonly search: Locator;
  readonly table: Locator;
  readonly workloads: Locator;
  readonly nodes: Locator;
  readonly deletion: Locator;

  constructor(private readonly page: Page) {
    this.title = page.getByRole('heading', { level: 1 });
    this.search = page.getByRole('textbox', { name: 'Search clusters' });
    this.table = page.getByRole('table', { name: 'Clusters' });
    this.workloads = page.getByRole('table', { name: 'What runs' });
    this.nodes = page.getByRole('table', { name: 'Nodes' });
    this.deletion = page.getByRole('button', { name: 'Forget cluster' });
  }

  async open(query = ''): Promise<void> {
    await this.page.goto(`/clusters${query}`);
  }

  async openCluster(name: string): Promise<void> {
    await this.open();
    await this.names().filter({ hasText: name }).getByRole('link').click();
  }

  /** The names of the clusters in their order. */
  names(): Locator {
    return this.table.getByRole('rowheader');
  }

  row(name: string): Locator {
    return this.table.getByRole('row').filter({ hasText: name });
  }

  /** What runs, in its order. */
  running(): Locator {
    return this.workloads.getByRole('rowheader');
  }

  workload(name: string): Locator {
    return this.workloads.getByRole('row').filter({ hasText: name });
  }
}
