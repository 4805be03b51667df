import { expect, test } from 'vitest';
import { parseDay } from '@/domain/eol/calendar';
import { attachmentNamed, exportFileName } from './export-file-name';

const day = parseDay('2026-11-21');
if (day === null) throw new Error('not a day');

test.each([
  ['Acme', 'Acme-images-2026-11-21.csv'],
  ['Acme / R&D (EU)', 'Acme-R-D-EU-images-2026-11-21.csv'],
  ['../../etc/passwd', 'etc-passwd-images-2026-11-21.csv'],
  ['a"\r\nx: y', 'a-x-y-images-2026-11-21.csv'],
  ['東京電力', '東京電力-images-2026-11-21.csv'],
  ['***', 'images-2026-11-21.csv'],
  ['n'.repeat(255), `${'n'.repeat(60)}-images-2026-11-21.csv`],
])('the list of %j is %s', (organization, name) => {
  expect(exportFileName(organization, 'images', day)).toBe(name);
});

test('names a file in ASCII and in UTF-8', () => {
  expect(attachmentNamed('Zoë.csv')).toBe(
    `attachment; filename="Zo_.csv"; filename*=UTF-8''Zo%C3%AB.csv`,
  );
});
