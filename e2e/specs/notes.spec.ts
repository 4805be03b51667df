import { expectAccessible, expectNoSidewaysScroll } from '../pages/axe';
import { expect, test } from '../pages/test';

const SCANS = [
  { project: 'p', image: 'a:1', matches: [{ product: 'Quill', cycle: '16' }] },
  {
    project: 'p',
    image: 'b:1',
    matches: [
      { product: 'Quill', cycle: '18' },
      { product: 'Inkwell', cycle: '4' },
    ],
  },
];

test.describe('a member', () => {
  test.use({ role: 'member' });

  test('writes, changes, deletes and brings back a note', async ({
    workspace,
    notesPage,
    noteForm,
    imagesPage,
    page,
  }) => {
    await workspace.uploadAll(SCANS);
    await notesPage.open();
    await expect(page.getByText('Nobody has written a note yet.')).toBeVisible();
    await expectAccessible(page);
    await notesPage.newNote.click();
    await notesPage.chooseProduct('Quill');
    await noteForm.text('Quill').fill('Moves to 18');
    await expectAccessible(page);
    await noteForm.save.click();

    const panel = notesPage.panel('Quill');
    await expect(panel).toContainText('Moves to 18');
    await expect(panel).toContainText('Ada Lovelace');
    await expectAccessible(page);
    await panel.getByRole('button', { name: 'Edit the note on Quill' }).click();
    await noteForm.text('Quill').fill('Moves to 20');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(panel).toContainText('Moves to 20');
    await expect(notesPage.row('Quill')).toContainText('Moves to 20');

    await panel.getByRole('button', { name: 'Delete note' }).click();
    await expect(page.getByText('The note on Quill is deleted.')).toBeVisible();
    await expect(page.getByText('Nobody has written a note yet.')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(notesPage.row('Quill')).toContainText('Moves to 20');
    await expect(notesPage.row('Quill')).toContainText('Ada Lovelace');

    await notesPage.row('Quill').getByRole('link', { name: '2 images' }).click();
    await expect(imagesPage.names()).toHaveText(['b:1', 'a:1']);
    await expect(imagesPage.filters).toContainText('Product Quill');
  });

  test('finds what brings a note back for as long as it takes, by keys alone', async ({
    workspace,
    notesPage,
    page,
  }) => {
    await workspace.uploadAll(SCANS);
    await workspace.writeNote('Quill', 'Moves to 18');
    await page.clock.install();
    await notesPage.open();
    await notesPage.products().first().getByRole('link').click();
    await notesPage.panel('Quill').getByRole('button', { name: 'Delete note' }).click();
    await expect(page.getByText('The note on Quill is deleted.')).toBeVisible();
    await page.clock.runFor(60_000);
    await expect(page.getByRole('button', { name: 'Close the message' })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Alt+t');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(notesPage.row('Quill')).toContainText('Moves to 18');
    await expect(page.getByText('The note on Quill is deleted.')).toBeHidden();
  });

  for (const [room, width] of [
    ['beside the list', 1440],
    ['over the list, where there is no room for both', 320],
  ] as const) {
    test(`a panel ${room} gives the focus back to its row`, async ({
      workspace,
      notesPage,
      page,
    }) => {
      await page.setViewportSize({ width, height: 640 });
      await workspace.uploadAll(SCANS);
      await workspace.writeNote('Inkwell', 'Dry');
      await workspace.writeNote('Quill', 'Moves to 18');
      await notesPage.open();
      const link = notesPage.row('Quill').getByRole('rowheader').getByRole('link');
      const panel = notesPage.panel('Quill');
      await link.focus();
      await page.keyboard.press('Enter');
      await expect(panel).toContainText('Moves to 18');
      if (width === 320) {
        await expect(panel.locator(':focus')).toHaveCount(1);
        await expectAccessible(page);
        for (let presses = 0; presses < 8; presses += 1) await page.keyboard.press('Tab');
        await expect(panel.locator(':focus')).toHaveCount(1);
        // One that is still going would take the Escape for itself.
        await expect(page.getByRole('tooltip')).toHaveCount(0);
      } else {
        await expect(link).toBeFocused();
        await panel.getByRole('link', { name: 'Close' }).focus();
        await page.keyboard.press('Enter');
        await expect(panel).toBeHidden();
        await expect(link).toBeFocused();
        await page.keyboard.press('Enter');
        await expect(panel).toBeVisible();
      }
      await page.keyboard.press('Escape');
      await expect(panel).toBeHidden();
      await expect(link).toBeFocused();
    });
  }

  test('a panel that covers the window keeps what is written in it, whichever way the window is turned', async ({
    workspace,
    notesPage,
    noteForm,
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await workspace.uploadAll(SCANS);
    await workspace.writeNote('Quill', 'Moves to 18');
    await notesPage.open();
    await notesPage.products().first().getByRole('link').click();
    const panel = notesPage.panel('Quill');
    await panel.getByRole('button', { name: 'Edit the note on Quill' }).click();
    await noteForm.text('Quill').fill('Moves to 20, in March');
    await page.setViewportSize({ width: 844, height: 390 });
    await expect(noteForm.text('Quill')).toHaveValue('Moves to 20, in March');
    await noteForm.text('Quill').press('Escape');
    await expect(noteForm.text('Quill')).toBeHidden();
    await expect(panel).toContainText('Moves to 18');
  });

  test('writes where the product appears, and everybody reads it there', async ({
    workspace,
    notesPage,
    noteForm,
    imagePage,
    softwarePage,
    softwareDetailPage,
    page,
  }) => {
    const [first = ''] = await Promise.all(SCANS.map((scan) => workspace.upload(scan)));
    await imagePage.open(first);
    await noteForm.write('Quill', 'Ask the platform team');
    await expect(imagePage.group('Ended')).toContainText('Ask the platform team');
    await expect(noteForm.openers('Quill')).toBeFocused();
    // The button's tooltip, open on focus, hangs outside of the page's landmarks.
    await page.keyboard.press('Escape');
    await expectAccessible(page);

    await softwarePage.open('?q=quill');
    await softwarePage.row('Quill 18').getByRole('rowheader').getByRole('link').click();
    await expect(softwareDetailPage.title).toHaveText('Quill 18');
    await expect(page.getByText('Ask the platform team')).toBeVisible();
    await noteForm.write('Quill', 'Asked already');
    await expect(page.getByText('Asked already')).toBeVisible();
    await notesPage.open();
    await expect(notesPage.row('Quill')).toContainText('Asked already');
  });

  test('searches, and reads a note by its address', async ({
    workspace,
    notesPage,
    noteForm,
    softwarePage,
    page,
  }) => {
    await workspace.uploadAll(SCANS);
    for (const product of ['Quill', 'Inkwell']) {
      await softwarePage.open(`?q=${product}`);
      await softwarePage.names().first().getByRole('link').click();
      await noteForm.write(product, `About ${product}`);
      await expect(page.getByText(`About ${product}`)).toBeVisible();
    }
    await notesPage.open();
    await expect(notesPage.products()).toHaveText(['Inkwell', 'Quill']);
    await notesPage.search.fill('ABOUT Q');
    await expect(notesPage.products()).toHaveText(['Quill']);
    await notesPage.products().first().getByRole('link').click();
    await expect(notesPage.panel('Quill')).toContainText('About Quill');
    const address = new URL(page.url());
    address.searchParams.set('q', 'nothing');
    await page.goto(address.href);
    await expect(page.getByText('No note matches “nothing”.')).toBeVisible();
    await expect(notesPage.panel('Quill')).toContainText('About Quill');
    await page.keyboard.press('Escape');
    await expect(notesPage.panel('Quill')).toBeHidden();
  });
});

test.describe('a viewer', () => {
  test.use({ role: 'viewer' });

  test(
    'reads notes and finds no way to change them',
    { tag: '@phone' },
    async ({ workspace, notesPage, noteForm, softwarePage, imagePage, page }) => {
      const [first = ''] = await Promise.all(SCANS.map((scan) => workspace.upload(scan)));
      await notesPage.open();
      await expect(page.getByText('Nobody has written a note yet.')).toBeVisible();
      await expect(notesPage.newNote).toBeHidden();
      await workspace.writeNote('Quill', 'n'.repeat(2_000));
      await notesPage.open();
      await expect(notesPage.products()).toHaveText(['Quill']);
      await expectNoSidewaysScroll(page);
      await notesPage.products().first().getByRole('link').click();
      await expect(notesPage.panel('Quill')).toContainText('nnn');
      await expect(notesPage.panel('Quill').getByRole('button')).toHaveCount(0);
      await expectAccessible(page);

      await softwarePage.open('?q=inkwell');
      await softwarePage.names().first().getByRole('link').click();
      await expect(page.getByText('Nobody has written one.')).toBeVisible();
      await imagePage.open(first);
      await expect(imagePage.group('Ended')).toContainText('nnn');
      await expect(noteForm.openers('Quill')).toHaveCount(0);
      await expectNoSidewaysScroll(page);
    },
  );
});
