import { parseDay, type Day } from '@/domain/eol/calendar';
import type { Product, ReleaseCycle, SupportEnd, SupportLevel } from '../../catalog';
import type { CatalogMatch, ComponentQuery, FoundMatch, NoMatch } from '../../match';
import type { CheckAnswer, CheckQuestion } from '../answer';
import { checkAnswer } from '../verdict';
import { NOTHING_HEARD, type RegistryFinding } from '../registry';

export function day(text: string): Day {
  const parsed = parseDay(text);
  if (!parsed) throw new Error(`${text} is no day`);
  return parsed;
}
export const end = (level: SupportLevel, on: string | null, ended = false): SupportEnd => ({
  level: level,
  endsOn: on === null ? null : day(on),
  ended,
});
const TODAY = day('2026-11-21');

export const node16: ReleaseCycle = {
  name: '16',
  label: '16 (LTS)',
  codename: 'Gallium',
  lts: true,
  releasedOn: day('2021-04-20'),
  latestRelease: '16.20.2',
  latestReleasedOn: day('2023-08-08'),
  releaseNotesUrl: 'https://nodejs.org/en/blog/release/v16.20.2/',
  support: [
    end('ACTIVE_SUPPORT', '2022-10-18'),
    end('STANDARD_SUPPORT', '2023-09-11'),
    end('EXTENDED_SUPPORT', '2027-04-30'),
  ],
};
export const nodejs: Product = {
  slug: 'nodejs',
  name: 'Node.js',
  vendor: 'OpenJS Foundation',
  category: 'lang',
  identifiers: [
    { kind: 'purl', value: 'pkg:generic/node' },
    { kind: 'cpe', value: 'cpe:2.3:a:nodejs:node.js' },
    { kind: 'alias', value: 'node' },
  ],
  references: [{ type: 'WEB', url: 'https://nodejs.org/en/about/previous-releases' }],
  source: 'starter',
  cycles: [node16],
};
export const debian11: ReleaseCycle = {
  ...node16,
  name: '11',
  label: '11 (Bullseye)',
  lts: false,
  releasedOn: day('2021-08-14'),
  latestRelease: '11.11',
  latestReleasedOn: day('2024-08-31'),
  releaseNotesUrl: null,
  support: [end('STANDARD_SUPPORT', '2024-08-14'), end('EXTENDED_SUPPORT', '2026-08-31')],
};
export const debian: Product = {
  ...nodejs,
  slug: 'debian',
  name: 'Debian',
  vendor: 'Debian Project',
  category: 'os',
  identifiers: [{ kind: 'cpe', value: 'cpe:2.3:o:debian:debian_linux' }],
  references: [{ type: 'WEB', url: 'https://www.debian.org/releases/' }],
  cycles: [debian11],
};

export const query = {
  kind: 'name',
  name: 'nodejs',
  version: '16.0.0',
  ecosystem: 'generic',
} as const satisfies ComponentQuery;
export const found: FoundMatch = {
  found: true,
  name: 'nodejs',
  version: '16.0.0',
  product: nodejs,
  cycle: node16,
  maintainer: 'vendor',
  upstream: null,
  by: 'nodejs',
};
export const withSupport = (...support: SupportEnd[]): FoundMatch => ({
  ...found,
  cycle: { ...node16, support },
});
interface Asked extends Partial<CheckQuestion> {
  readonly today?: Day;
}

/** The answer to a question that says only what matters to a test. */
export function ask(
  match: CatalogMatch,
  { component = query, lifecycle = 'STANDARD_SUPPORT', today = TODAY }: Asked = {},
  registry: RegistryFinding | null = null,
): CheckAnswer {
  const heard = { ...NOTHING_HEARD, said: registry };
  return checkAnswer(match, { component, lifecycle }, today, heard);
}

export const nothing: NoMatch = {
  found: false,
  reason: 'unknown_product',
  message: 'No product is called left-pad',
  product: null,
};
