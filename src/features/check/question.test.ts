import { describe, expect, it } from 'vitest';
import { linesOf, type QuestionContext, readAs, readLine } from './params';

const plain: QuestionContext = { ecosystem: 'generic', vendor: '' };
const named = (name: string, version: string) => ({ name, version, ecosystem: 'generic' });

describe('a line', () => {
  it.each([
    ['nodejs 16.20.2', named('nodejs', '16.20.2')],
    ['nodejs@16.20.2', named('nodejs', '16.20.2')],
    ['@angular/core@12.2.17', named('@angular/core', '12.2.17')],
    ['@angular/core 12', named('@angular/core', '12')],
    ['django==3.2.25', named('django', '3.2.25')],
    ['nginx:1.24', named('nginx', '1.24')],
    ['Amazon Linux 2', named('Amazon Linux', '2')],
    ['Amazon Linux', named('Amazon Linux', '')],
    ['Amazon  Linux \t2', named('Amazon  Linux', '2')],
    ['django == 3.2 rc', named('django', '3.2 rc')],
    ['django===3', named('django', '=3')],
    ['==3', named('==3', '')],
    ['django==', named('django==', '')],
    ['@12', named('@12', '')],
    ['node@', named('node@', '')],
    [':12', named(':12', '')],
    ['a@b@12', named('a@b', '12')],
    ['a:b:12', named('a:b', '12')],
    ['nodejs', named('nodejs', '')],
    ['@angular/core', named('@angular/core', '')],
    ['registry.example:5000/nginx', named('registry.example:5000/nginx', '')],
    ['pkg:npm/express@3.21.2', { purl: 'pkg:npm/express@3.21.2' }],
    ['CPE:2.3:a:f5:nginx:1.24', { cpe: 'CPE:2.3:a:f5:nginx:1.24' }],
    ['cpe:/a:f5:nginx:1.24', { cpe: 'cpe:/a:f5:nginx:1.24' }],
  ])('%s', (line, component) => {
    expect(readLine(line, plain)).toEqual(component);
  });

  it.each([
    ['blanks', `a${' '.repeat(500_000)}b`],
    ['blanks around two signs', `a${' '.repeat(200_000)}==${' '.repeat(200_000)}b\u2028c`],
    ['signs', '='.repeat(500_000)],
    ['colons', `${':'.repeat(500_000)}/`],
    ['at signs', '@'.repeat(500_000)],
  ])('is read in one walk, whatever it is made of: %s', (_, line) => {
    expect(readLine(line, plain)).toHaveProperty('ecosystem', 'generic');
  });

  it('takes what is chosen beside it for names alone', () => {
    const context: QuestionContext = { ecosystem: 'npm', vendor: '' };
    expect(readLine('express 3', context)).toEqual({
      name: 'express',
      version: '3',
      ecosystem: 'npm',
    });
    expect(readLine('pkg:npm/express@3', context)).toEqual({ purl: 'pkg:npm/express@3' });
    expect(readLine('Debian 11', { ...context, vendor: ' Debian Project ' })).toEqual({
      custom: { name: 'Debian', vendor: 'Debian Project', version: '11' },
    });
  });
});

it('empty lines ask nothing', () => {
  expect(linesOf(' a 1 \r\n\n\0b 2\n  ')).toEqual(['a 1', 'b 2']);
});

it.each([
  [{ purl: 'pkg:npm/a' }, 'a package URL'],
  [{ name: 'a', version: '1', ecosystem: 'generic' as const }, 'the name a, version 1'],
  [{ name: 'a', version: '', ecosystem: 'npm' as const }, 'the name a, no version, from npm'],
  [{ custom: { name: 'a', vendor: 'b', version: '1' } }, 'the name a, version 1, by b'],
])('%o reads as %s', (component, words) => {
  expect(readAs(component)).toBe(words);
});
