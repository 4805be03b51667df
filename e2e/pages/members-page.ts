import type { Locator, Page } from '@playwright/test';
import type { ReceivedMail } from '@/test/mail-server';
import type { SettingsPage } from './settings-page';

/** Settings, Members: who belongs here, and who has been invited. */
export class MembersPage {
  constructor(
    private readonly page: Page,
    private readonly settings: SettingsPage,
  ) {}

  async open(): Promise<void> {
    await this.settings.open('members');
  }

  /** Opens the dialog and invites what is typed; answers with the dialog. */
  async invite(addresses: string, role?: string): Promise<Locator> {
    await this.open();
    await this.page.getByRole('button', { name: 'Invite people' }).click();
    const dialog = this.page.getByRole('dialog');
    await dialog.getByLabel('E-mail addresses').fill(addresses);
    if (role !== undefined) await this.settings.choose(dialog.getByRole('combobox'), role);
    await dialog.getByRole('button', { name: 'Invite', exact: true }).click();
    return dialog;
  }

  /** The links that are shown on the page in full, in their order. */
  links(): Promise<string[]> {
    return this.page.getByText(/\/invitations\/[\w-]{43}$/).allTextContents();
  }

  person(text: string): Locator {
    return this.settings.row('People', text);
  }

  invitation(email: string): Locator {
    return this.settings.row('Invitations', email);
  }
}

/** The accept link in the text of a mail. */
export function linkIn({ mail }: ReceivedMail): string {
  const [link] = /https?:\/\/\S+\/invitations\/[\w-]{43}/.exec(mail.text ?? '') ?? [];
  if (link === undefined) throw new Error(`No link in the mail:\n${mail.text ?? ''}`);
  return link;
}
