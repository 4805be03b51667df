import { followRetention } from '@/server/retention/service/round';
import { daysFromToday, type ScanSketch } from '../api/harness/payloads';
import { expectAccessible, expectNoSidewaysScroll } from '../pages/axe';
import { expect, test } from '../pages/test';

const SHOP: ScanSketch = {
  project: 'shop',
  image: 'shop:1',
  matches: [{ product: 'Oldware', cycle: '1', eol: daysFromToday(-133) }],
};

test(
  'what would go is seen before it is saved, goes, and is said to be gone',
  { tag: '@phone' },
  async ({ workspace, settingsPage, deps, page }) => {
    const id = await workspace.upload(SHOP);
    for (let turn = 0; turn < 3; turn += 1) await workspace.upload(SHOP);
    // The scans of long ago, but for the last one.
    await deps.db.query(
      `UPDATE scan s SET accepted_at = accepted_at - interval '90 days' FROM image_tag i
        WHERE i.id = $1 AND s.image_tag_id = i.id AND s.id <> i.latest_scan_id`,
      [id],
    );
    await deps.db.query(
      `UPDATE image_tag SET first_scan_at = first_scan_at - interval '90 days' WHERE id = $1`,
      [id],
    );
    await settingsPage.open('retention');
    await expect(page.getByText('Nothing is removed by a rule.')).toBeVisible();
    const see = page.getByRole('button', { name: 'See what would go' });
    await expect(see).toBeDisabled();
    await page.getByRole('checkbox', { name: 'Remove old history' }).click();
    await expect(page.getByText('Goes no sooner than scans do')).toBeVisible();
    await expect(see).toBeDisabled();
    await page.getByRole('checkbox', { name: 'Remove old history' }).click();
    await page.getByRole('checkbox', { name: 'Remove old scans' }).click();
    await page.getByLabel('Days until a scan goes').fill('29');
    await expect(page.getByText('From 30 to 3650 days')).toBeVisible();
    await page.getByLabel('Days until a scan goes').fill('60');
    await page.getByLabel('Newest scans of each image that stay').fill('2');
    await see.click();
    const preview = page.getByRole('region', { name: 'What would go', exact: true });
    await expect(preview.getByRole('status')).toHaveText('This would remove 2 rows now.');
    await expect(preview.getByRole('link', { name: 'shop:1', exact: true })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('It applies within minutes.')).toBeVisible();
    await expect(page.getByText('These are the rules in force.')).toBeVisible();

    await followRetention(deps, new AbortController().signal);
    await page.reload();
    const gone = settingsPage.part('What was removed');
    await expect(gone.getByRole('listitem')).toContainText('2 scans');
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await page.goto(`/images/${id}?tab=history`);
    await expect(page.getByText('Older scans were removed by')).toBeVisible();
  },
);

test('where much goes its number is typed', async ({ workspace, settingsPage, deps, page }) => {
  const id = await workspace.upload(SHOP);
  await deps.db.query(
    `INSERT INTO scan (organization_id, id, image_tag_id, accepted_at, caller_kind, caller_id, caller_name,
                       match_count, component_count, opened_count, closed_count, answer)
     SELECT organization_id, gen_random_uuid(), image_tag_id, accepted_at - make_interval(days => 400 + n), caller_kind,
            caller_id, caller_name, 0, 0, 0, 0, answer
       FROM scan, generate_series(1, 120) AS n WHERE image_tag_id = $1`,
    [id],
  );
  await settingsPage.open('retention');
  await page.getByRole('checkbox', { name: 'Remove old scans' }).click();
  await page.getByRole('button', { name: 'See what would go' }).click();
  await expect(page.getByText('This would remove 116 rows now.')).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const question = settingsPage.question('Remove 116 rows?');
  const confirm = question.getByRole('button', { name: 'Save and remove' });
  await expect(confirm).toBeDisabled();
  await question.getByLabel('Type 116 to confirm').fill('116');
  await expectAccessible(page);
  await confirm.click();
  await expect(question).toHaveCount(0);
  await expect(page.getByText('These are the rules in force.')).toBeVisible();
});

test.describe('as a viewer', () => {
  test.use({ role: 'viewer' });

  test('sees the rules, and changes none', async ({ settingsPage, page }) => {
    await settingsPage.open('retention');
    await expect(page.getByText('Kept for ever').first()).toBeVisible();
    await expect(page.getByRole('checkbox')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'See what would go' })).toHaveCount(0);
  });
});
