import type { Locator, Page } from '@playwright/test';

/** The images page while there is no image. */
export class FirstUsePage {
  readonly waiting: Locator;
  readonly createKey: Locator;
  readonly commands: Locator;
  readonly tools: Locator;

  constructor(private readonly page: Page) {
    this.waiting = page.getByText('Waiting for the first upload…');
    this.createKey = page.getByRole('button', { name: 'Create a key' });
    this.commands = page.getByRole('tablist', { name: 'Ways to scan' });
    this.tools = page.getByRole('tablist', { name: 'Ways to send an SBOM' });
  }

  async open(): Promise<void> {
    // A press before the page is React's would be lost.
    await this.page.goto('/images', { waitUntil: 'networkidle' });
  }

  async showToolsOf(tool: string): Promise<void> {
    await this.tools.getByRole('tab', { name: tool, exact: true }).click();
  }

  async showCommandsFor(tool: string): Promise<void> {
    await this.commands.getByRole('tab', { name: tool }).click();
  }

  /** A block of commands by the line above it. */
  command(title: string | RegExp): Locator {
    return this.page.getByRole('region', { name: title });
  }

  /** The key, while it is shown. */
  async shownKey(): Promise<string> {
    const shown = this.page.getByText(/^evt_[A-Za-z0-9]{8}_[\w-]{43}$/);
    return (await shown.textContent()) ?? '';
  }
}
