import type { Locator, Page } from '@playwright/test';

/** The list of projects, and the page of one. */
export class ProjectsPage {
  readonly search: Locator;
  readonly table: Locator;
  readonly title: Locator;
  readonly images: Locator;
  readonly deletion: Locator;

  constructor(private readonly page: Page) {
    this.search = page.getByRole('textbox', { name: 'Search projects' });
    this.table = page.getByRole('table', { name: 'Projects' });
    this.title = page.getByRole('heading', { level: 1 });
    this.images = page.getByRole('table', { name: 'Images' });
    this.deletion = page.getByRole('button', { name: 'Delete project' });
  }

  async open(query = ''): Promise<void> {
    await this.page.goto(`/projects${query}`);
  }

  async openProject(name: string): Promise<void> {
    await this.open();
    await this.names().filter({ hasText: name }).getByRole('link').click();
  }

  /** The names of the projects in their order. */
  names(): Locator {
    return this.table.getByRole('rowheader');
  }

  row(name: string): Locator {
    return this.table.getByRole('row').filter({ hasText: name });
  }

  async sortBy(column: string): Promise<void> {
    await this.table.getByRole('columnheader', { name: column }).getByRole('link').click();
  }

  /** The names of a project's images in their order. */
  imageNames(): Locator {
    return this.images.getByRole('rowheader');
  }

  /** Types into the dialog that asks before a project is deleted, and confirms. */
  async confirmDeletion(typed: string): Promise<void> {
    const dialog = this.page.getByRole('alertdialog');
    await dialog.getByRole('textbox').fill(typed);
    await dialog.getByRole('button', { name: 'Delete project' }).click();
  }
}
