import { daysFromToday } from '../api/harness/payloads';
import { expect, test } from '../pages/test';

const END = daysFromToday(900);
const COUNT = 1_200;
const MANY = {
  project: 'many',
  image: 'many:1',
  matches: Array.from({ length: COUNT }, (_, index) => ({
    ...{ product: `Product ${String(index)}`, cycle: '1', eol: END },
  })),
};
const [YEAR = '', MONTH = '', DAY = ''] = END.split('-');
const NAME = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' }).format(
  new Date(`${YEAR}-${MONTH}-${DAY}T00:00:00Z`),
);

const READERS = [
  { locale: 'en-US', day: `${NAME} ${String(Number(DAY))}, ${YEAR}`, count: '1,200' },
  { locale: 'en-GB', day: `${String(Number(DAY))} ${NAME} ${YEAR}`, count: '1,200' },
  { locale: 'de-DE', day: `${String(Number(DAY))} ${NAME} ${YEAR}`, count: '1.200' },
];

for (const { locale, day, count } of READERS) {
  test.describe(`a reader in ${locale}`, () => {
    test.use({ locale });

    test('sees days and numbers as they write them, from the server on', async ({
      workspace,
      page,
    }) => {
      await workspace.upload(MANY);
      const faults: string[] = [];
      page.on('console', (line) => {
        if (line.type() === 'error') faults.push(line.text());
      });
      const answer = await page.goto('/software');
      const sent = (await answer?.text()) ?? '';
      expect(sent).toContain(day);
      const heading = page.getByRole('main').getByText(count, { exact: true }).first();
      await expect(heading).toBeVisible();
      await expect(page.getByRole('table').getByText(day).first()).toBeVisible();
      expect(faults).toEqual([]);
    });
  });
}
