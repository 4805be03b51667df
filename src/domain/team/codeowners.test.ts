import { describe, expect, test } from 'vitest';
import { MAX_CODEOWNERS_LENGTH, ownersOf, pathInRepository } from './codeowners';

const FILE = `
# Everything
*       @Acme/Platform
*.js    @acme/web #with a comment
/build/logs/ @acme/doctors
docs/*  docs@example.com
apps/   @acme/apps
/services/billing @acme/payments @acme/backup
/services/billing/vendor
with\\ blank/  @acme/blank
**/deep/inner @acme/deep
`;

const handles = (path: string, text = FILE) => ownersOf(text, path).handles;

describe('ownersOf', () => {
  test.each([
    ['', ['@acme/platform']],
    ['Dockerfile', ['@acme/platform']],
    ['a/b/c.js', ['@acme/web']],
    ['build/logs/x', ['@acme/doctors']],
    ['other/build/logs/x', ['@acme/platform']],
    ['docs/index.md', ['docs@example.com']],
    ['docs/more/index.md', ['@acme/platform']],
    ['one/apps/Dockerfile', ['@acme/apps']],
    ['services/billing/Dockerfile', ['@acme/payments', '@acme/backup']],
    ['services/billing/', ['@acme/payments', '@acme/backup']],
    ['services/billing/vendor/x', []],
    ['services/billings/x', ['@acme/platform']],
    ['with blank/x', ['@acme/blank']],
    ['a/deep/inner/x', ['@acme/deep']],
    ['apps', ['@acme/platform']],
  ])('of %j are %j', (path, expected) => {
    expect(handles(path)).toEqual(expected);
  });

  test('says which line decided', () => {
    expect(ownersOf(FILE, 'a.js')).toEqual({ handles: ['@acme/web'], pattern: '*.js', line: 4 });
    expect(ownersOf('/a @b', '')).toEqual({ handles: [], pattern: null, line: null });
  });

  test('reads GitLab’s sections: each has its own last line, and owners of its own', () => {
    const text = `
* @acme/all
[Docs] @acme/docs
docs/
^[Backend][2] @acme/backend
*.go
*.go @acme/go
[DOCS]
docs/api/ @acme/api
`;
    expect(handles('docs/index.md', text)).toEqual(['@acme/all', '@acme/docs']);
    expect(handles('docs/api/x.go', text)).toEqual(['@acme/all', '@acme/api', '@acme/go']);
    expect(handles('', text)).toEqual(['@acme/all']);
  });

  test.each(['**/*/', '**/', '**/a/', '**/?/'])(
    'takes no time for patterns of %s alone',
    (unit) => {
      const line = `${unit.repeat(1_000).slice(0, 1_022)}b @x\n`;
      const text = line.repeat(Math.floor(MAX_CODEOWNERS_LENGTH / line.length));
      const path = pathInRepository(Array.from({ length: 511 }, () => 'a').join('/'), 'file');
      const start = performance.now();
      expect(handles(path, text)).toEqual([]);
      expect(handles('a/'.repeat(60), text)).toEqual([]);
      expect(performance.now() - start).toBeLessThan(2_000);
    },
  );

  test('takes what GitLab excludes out of its section, and out of no other', () => {
    const text = `
* @acme/all
!/services/legacy/
/services/legacy/new @acme/new
!*.lock # nobody's
[Docs] @acme/docs
*.md
!/services/other/
`;
    expect(handles('services/shop/x', text)).toEqual(['@acme/all']);
    expect(handles('services/legacy/x', text)).toEqual([]);
    expect(handles('services/legacy/new', text)).toEqual([]);
    expect(handles('a/yarn.lock', text)).toEqual([]);
    expect(handles('services/legacy/x.md', text)).toEqual(['@acme/docs']);
    expect(handles('services/other/x.md', text)).toEqual(['@acme/all']);
    expect(handles('', text)).toEqual(['@acme/all']);
    expect(ownersOf(text, 'services/legacy/x').pattern).toBeNull();
    // Nothing is named.
    expect(handles('src/x', '* @acme/all\n!\n! /src/')).toEqual(['@acme/all']);
    // Gitea's, which is an expression with owners.
    expect(handles('src/x', '* @acme/all\n!src/.* @acme/other')).toEqual(['@acme/all']);
  });

  test('takes no more steps than the text is long', () => {
    const text = `${'*a'.repeat(500)}b @x\n`.repeat(200);
    const start = performance.now();
    expect(handles('a'.repeat(1_000), text)).toEqual([]);
    expect(handles(Array.from({ length: 500 }, () => 'a').join('/'), '**/a/'.repeat(200))).toEqual(
      [],
    );
    expect(performance.now() - start).toBeLessThan(5_000);
  });
});

test.each([
  ['./services/api/Dockerfile', 'file', 'services/api/Dockerfile'],
  ['services/api', 'directory', 'services/api/'],
  ['.', 'directory', ''],
  ['/builds/acme/shop', 'directory', ''],
  [String.raw`C:\work`, 'directory', ''],
  ['../shop', 'directory', ''],
  ['a/'.repeat(64), 'directory', 'a/'.repeat(64)],
  ['a/'.repeat(65), 'directory', ''],
  ['', 'file', ''],
] as const)('%j, a %s, is %j in its repository', (path, kind, expected) => {
  expect(pathInRepository(path, kind)).toBe(expected);
});
