import { expect, test } from 'vitest';
import { differenceMarkdown, type ShownDifference } from './difference-markdown';

const finding = {
  ...{ product_name: 'Django', cycle: '3.2', eol_date: '2024-04-01', eol_date_known: true },
  ...{ state: 'ended', evidence: 'catalog' as const },
  advice: { target: { label: '5.2 (LTS)', endsOn: '2028-04-30' } },
};
const nothing: ShownDifference = {
  findings: { new: [], new_total: 0, gone: [], gone_total: 0, same_total: 3 },
  software: { changes: [], changes_total: 0 },
  components: { changes_total: 0 },
  packages: {
    ...{ new: [], new_total: 0, gone: [], gone_total: 0 },
    same_total: 0,
  },
};
const withNew = (...found: (typeof finding)[]): ShownDifference => ({
  ...nothing,
  findings: { new: found, new_total: found.length, gone: [], gone_total: 0, same_total: 0 },
});

test('says what is new first, with where to move', () => {
  const text = differenceMarkdown(
    {
      ...withNew(finding),
      software: {
        changes: [
          { product_name: 'Node.js', from: ['18'], to: ['20'] },
          { product_name: 'Redis', from: [], to: ['7'] },
          { product_name: 'Perl', from: ['5.30'], to: [] },
        ],
        changes_total: 3,
      },
    },
    ['shop:1', 'shop:2'],
  );
  expect(text).toBe(`### End of life: \`shop:2\` compared with \`shop:1\`

**1 new** (1 ended), 0 gone, 0 unchanged

#### New

- \`Django 3.2\` **ended 2024-04-01**; move to \`5.2 (LTS)\` (until 2028-04-30)

#### Software

- \`Node.js\` \`18\` → \`20\`
- \`Redis\` \`7\` came
- \`Perl\` \`5.30\` went

Packages changed: 0
`);
});

test('names no day for what ended on an unknown one, and none for what has no known end', () => {
  const text = differenceMarkdown(
    {
      ...nothing,
      findings: {
        ...{ same_total: 0, new_total: 3, gone: [], gone_total: 0 },
        new: [
          { ...finding, eol_date_known: false },
          { ...finding, cycle: '8', eol_date_known: false, evidence: 'inferred' },
          { ...finding, cycle: '9', eol_date: null, eol_date_known: false, state: 'unknown' },
        ],
      },
    },
    ['a', 'b'],
  );
  expect(text).toContain('`Django 9` has no known end');
  expect(text).toContain('`Django 3.2` **has ended**, on an unknown day');
  expect(text).toContain('`Django 8` **has ended**, by an estimate');
  expect(text).not.toContain('2024-04-01');
});

test.each([
  ['[x](https://evil.example)', '`[x](https://evil.example) 3.2`'],
  ['a` @everyone `', "`a' @everyone ' 3.2`"],
  ['a\n\n# b', '`a # b 3.2`'],
])('keeps %j from being anything but text', (product_name, shown) => {
  expect(differenceMarkdown(withNew({ ...finding, product_name }), ['a', 'b'])).toContain(
    `- ${shown} `,
  );
});

test('names deprecated and stale packages that came, and says what is an estimate', () => {
  const old = { name: 'old', version: '1', kind: 'deprecated', successor: 'newer `x`' };
  const calm = { name: 'calm', version: '2', kind: null, successor: null };
  const text = differenceMarkdown(
    {
      ...nothing,
      packages: { new: [old], new_total: 1, gone: [calm], gone_total: 1, same_total: 3 },
    },
    ['a', 'b'],
  );
  expect(text).toContain('**1 deprecated or stale packages came**, 1 went, 3 stayed');
  expect(text).toContain("- `old 1` is **deprecated**; its maintainer names `newer 'x'`");
  expect(text).toContain('- `calm 2` is of a stale line (estimate)');
});

test('stays short, and counts the rest', () => {
  const text = differenceMarkdown(
    withNew(...Array.from({ length: 500 }, (_, at) => ({ ...finding, cycle: String(at) }))),
    ['a', 'b'],
  );
  expect(text).toContain('- and 480 more');
  expect(text.length).toBeLessThan(3_000);
});

test('says what is not known', () => {
  const unknown = { findings: null, software: null, components: null, packages: null };
  const text = differenceMarkdown(unknown, ['a', 'b']);
  expect(text).toContain('The findings of one side are not kept any more.');
  expect(text).toContain('The packages of one side are not kept any more.');
});
