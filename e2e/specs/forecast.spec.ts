import { readFile } from 'node:fs/promises';
import { daysFromToday, type ScanSketch } from '../api/harness/payloads';
import { expectAccessible, expectNoSidewaysScroll } from '../pages/axe';
import { expect, test } from '../pages/test';

// Names that no catalog has, so that the dates are the scanner's alone.
const ended = { product: 'Quill', cycle: '16', eol: daysFromToday(-133), type: 'npm' };
const undated = { product: 'Parchment', cycle: '5', eol: '', ended: true };
const soon = { product: 'Inkwell', cycle: '4.2', eol: daysFromToday(120) };
const later = { product: 'Quill', cycle: '18', eol: daysFromToday(1_900), type: 'npm' };

const SCANS: readonly ScanSketch[] = [
  {
    project: 'github//acme/billing',
    image: 'billing:1',
    matches: [ended, soon],
    labels: { team: 'payments' },
  },
  { project: 'github//acme/shop', image: 'shop:2', matches: [ended, soon, undated, later] },
];
/** More of each quarter than a page shows. */
const MANY: ScanSketch = {
  project: 'github//acme/a-project-with-quite-a-long-name',
  image: 'many:1',
  matches: [-400, 20, 111, 202, 293, 384, 475].flatMap((days) =>
    ['Blotter', 'Chapbook', 'Folio', 'Gazette', 'Ledger', 'Quarto', 'Vellum'].map((name) => ({
      ...{ product: `${name} of ${String(days)} days`, cycle: '1.2', eol: daysFromToday(days) },
    })),
  ),
};
const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47];

test(
  'says by quarter what ends, and narrows to a part of it',
  { tag: '@phone' },
  async ({ workspace, page }) => {
    await workspace.uploadAll(SCANS);
    await workspace.makeTeam('Payments', ['github//acme/billing']);
    await page.goto('/forecast');
    const main = page.getByRole('main');
    await expect(main).toContainText(
      '2 pieces of software in use have ended, in 2 images of 1 team.',
    );
    await expect(main).toContainText(
      'In the next four quarters, this one included, 1 more ends, in 2 images of 1 team: it is not planned.',
    );
    const row = (name: string) => main.getByRole('listitem').filter({ hasText: name });
    await expect(row('Quill 16')).toContainText('2 images');
    await expect(row('Quill 16')).toContainText('Payments, no owner · No plan');
    await expect(row('Parchment 5')).toContainText('Ended, date unknown');
    await expect(row('Parchment 5')).not.toContainText('Evidence');
    await expect(main).not.toContainText('Evidence: Catalog 2');
    await expect(row('Inkwell 4.2')).toContainText('2 images');
    await expect(row('Quill 18')).toHaveCount(0);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);

    await page.goto('/forecast?label=team&labelValue=payments');
    await expect(main).toContainText('1 piece of software in use has ended, in 1 image');
    await expect(row('Parchment 5')).toHaveCount(0);
    await page.getByRole('button', { name: 'Clear all' }).click();
    await expect(row('Parchment 5')).toBeVisible();
    await page.getByText('Six quarters').click();
    await expect(page).toHaveURL(/quarters=6/);
    await expect(main).toContainText('In the next six quarters, this one included,');
    await row('Quill 16').getByRole('link', { name: 'Quill 16' }).click();
    await expect(page).toHaveURL(/\/software\?product=Quill/);
  },
);

test('goes out as a slide, a table and one sheet of paper', async ({ workspace, page }) => {
  await workspace.uploadAll(SCANS);
  await page.goto('/forecast');
  await expect(page.getByRole('button', { name: 'Export' })).toBeEnabled();
  const saved = async (item: string) => {
    await page.keyboard.press('e');
    const downloading = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: item }).click();
    const file = await downloading;
    return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
  };
  const png = await saved('Slide, PNG');
  expect(png.name).toMatch(/^forecast-slide-.+\.png$/);
  expect([...png.bytes.subarray(0, 4)]).toEqual(PNG_SIGNATURE);
  // 16:9, three pixels for each one of the slide.
  expect([png.bytes.readUInt32BE(16), png.bytes.readUInt32BE(20)]).toEqual([2_880, 1_620]);
  const svg = (await saved('Slide, SVG')).bytes.toString();
  expect(svg).toContain('Inkwell 4.2');
  expect(svg).not.toMatch(/class=|var\(|https?:\/\/(?!www\.w3\.org)/);
  const csv = (await saved('Table, CSV')).bytes.toString();
  expect(csv).toContain('Quarter,Software,Cycles,Ends');
  expect(csv).toContain('Ended,Quill,16,');

  await workspace.uploadAll([MANY]);
  for (const quarters of ['four', 'six']) {
    await page.goto(quarters === 'four' ? '/forecast' : '/forecast?quarters=6');
    await expect(page.getByRole('main')).toContainText(`In the next ${quarters} quarters`);
    for (const format of ['A4', 'Letter']) {
      const pdf = (await page.pdf({ format })).toString('latin1');
      const sheets = pdf.match(/\/Type\s*\/Page\b/g)?.length;
      expect([quarters, format, sheets]).toEqual([quarters, format, 1]);
    }
  }
});

test('an organization without images is told that there is nothing', async ({
  workspace,
  page,
}) => {
  expect(workspace.organizationId).toBeTruthy();
  await page.goto('/forecast');
  await expect(
    page.getByText('Nothing in use has ended, or ends in these quarters.'),
  ).toBeVisible();
  await expectAccessible(page);
});
