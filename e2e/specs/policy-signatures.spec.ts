import { makeCertificate } from '@/test/certificates';
import { daysFromToday } from '../api/harness/payloads';
import { expectAccessible } from '../pages/axe';
import { expect, test } from '../pages/test';

test('other rules for signatures are asked about where builds fail already', async ({
  workspace,
  settingsPage,
  policiesPage,
  policyPage,
  page,
}) => {
  await workspace.uploadAll([
    { project: 'shop', image: 'shop:1' },
    { project: 'shop', image: 'shop:2' },
    { project: 'legacy', image: 'mailer:4' },
    { project: 'legacy', image: 'signed:1', verified: true },
  ]);
  await policyPage.openNew('?kind=signatures');
  await policyPage.when('fail', 'from a date on');
  await policyPage.day('fail').fill(daysFromToday(-1));
  await policyPage.save.click();
  const begins = page.getByRole('alertdialog', { name: 'Let builds fail from now on?' });
  await begins.getByLabel('Type 3 to confirm').fill('3');
  await begins.getByRole('button', { name: 'Fail from now on' }).click();
  await expect(policiesPage.sentences()).toHaveCount(1);

  await policiesPage.sentences().first().getByRole('link').click();
  const rules = await policyPage.trustPolicy.inputValue();
  await policyPage.trustPolicy.fill(rules.replace('O=Acme', 'O=Other'));
  await policyPage.save.click();
  const changes = page.getByRole('alertdialog', {
    name: 'Hold signatures to other rules from now on?',
  });
  await expect(changes).toContainText('1 image has a verified signature now, and may lose it.');
  await expectAccessible(page);
  const force = changes.getByRole('button', { name: 'Fail from now on' });
  await expect(force).toBeDisabled();
  await changes.getByLabel('Type 1 to confirm').fill('1');
  await force.click();
  await expect(policiesPage.sentences()).toHaveCount(1);

  // Until a certificate is stored, scanners check nothing: every build passes.
  await settingsPage.open('certificate');
  await page.getByRole('button', { name: 'Store a certificate' }).click();
  const store = settingsPage.dialog('Store a certificate');
  await store.getByLabel('Certificate in PEM').fill(await makeCertificate());
  await store.getByRole('button', { name: 'Store', exact: true }).click();
  await expect(changes).toContainText('4 images may pass now and fail then.');
  await expectAccessible(page);
  await changes.getByLabel('Type 4 to confirm').fill('4');
  await changes.getByRole('button', { name: 'Store it' }).click();
  await expect(page.getByRole('region', { name: 'Facts' })).toContainText('CN=signer, O=Acme');
});
