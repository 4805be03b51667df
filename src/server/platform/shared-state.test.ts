import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { KEPT_STATE } from './shared-state';

const SRC = join(import.meta.dirname, '../..');
/** Where code runs in a server process. What features and components keep is a browser's. */
const FOLDERS = ['server', 'trpc', 'domain', 'app'];
const GENERATED = 'server/prisma-client/';

function sources(): string[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(join(SRC, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$|(^|\/)testing\//.test(name))
      .map((name) => `${folder}/${name}`),
  ).filter((file) => !file.startsWith(GENERATED));
}

/** Made anew they do not change, or only as what they were made of says. */
const FIXED = new Set([
  'RegExp',
  'URL',
  'TextEncoder',
  'TextDecoder',
  'Uint8Array',
  'Date',
  'Error',
]);
const COLLECTIONS = new Set(['Map', 'Set', 'WeakMap', 'WeakSet']);
/** What they give keeps something for as long as the process lives. */
const KEEPERS = new Set(['oncePer', 'pLimit', 'keyMemoryOf']);

/** Names of functions that make what keeps something, and those of the kind that make nothing of it. */
const MAKERS = /^(?:create|open|start|hold|keep|memo)[A-Z]/;
const STATELESS = new Set([
  'createLoader',
  'createContext',
  'createTRPCContext',
  'createTRPCOptionsProxy',
  'createCallerFactory',
]);
const CHANGES = 'set|add|delete|clear|push|unshift|splice|pop|shift';

const isMade = (value: ts.Expression) => ts.isNewExpression(value) || ts.isCallExpression(value);

/** Whether a value at the top of a module, or of a class, is there to be changed. */
function isKept(value: ts.Expression | undefined): boolean {
  if (!value) return false;
  if (
    ts.isAsExpression(value) ||
    ts.isParenthesizedExpression(value) ||
    ts.isAwaitExpression(value)
  )
    return isKept(value.expression);
  if (ts.isIdentifier(value)) return value.text === 'globalThis';
  if (ts.isArrayLiteralExpression(value)) return value.elements.length === 0;
  if (ts.isObjectLiteralExpression(value))
    // Empty lists in it say that there is nothing.
    return (
      value.properties.length === 0 ||
      value.properties.some(
        (one) => ts.isPropertyAssignment(one) && isMade(one.initializer) && isKept(one.initializer),
      )
    );
  if (ts.isCallExpression(value)) {
    const name = value.expression.getText();
    return KEEPERS.has(name) || (MAKERS.test(name) && !STATELESS.has(/^\w+/.exec(name)?.[0] ?? ''));
  }
  if (!ts.isNewExpression(value)) return false;
  const name = value.expression.getText();
  if (FIXED.has(name) || name.startsWith('Intl.')) return false;
  return !COLLECTIONS.has(name) || (value.arguments ?? []).length === 0;
}

/** Whether the module itself changes what has this name: fills it, or sets what is in it. */
const isChanged = (name: string, text: string) =>
  new RegExp(
    `(?<![\\w.])${name}(?:\\.(?:${CHANGES})\\(|(?:\\[[^\\]\\n]+\\]|\\.\\w+) \\??\\??=(?!=) )`,
  ).test(text);

function keptByVariables({ declarationList }: ts.VariableStatement, text: string): string[] {
  const isVariable = (declarationList.flags & ts.NodeFlags.Const) === 0;
  return declarationList.declarations.flatMap(({ name, type, initializer }) => {
    const isReadOnly = /^readonly/i.test(type?.getText() ?? '');
    const said = name.getText();
    const isOne = isVariable || (!isReadOnly && isKept(initializer)) || isChanged(said, text);
    return isOne ? [said] : [];
  });
}

/** What is of a class and of none of its objects lives as long as the module. */
function keptByClass({ name, members }: ts.ClassDeclaration): string[] {
  return members.flatMap((member) => {
    if (!ts.isPropertyDeclaration(member)) return [];
    const has = (kind: ts.SyntaxKind) =>
      member.modifiers?.some((one) => one.kind === kind) ?? false;
    if (!has(ts.SyntaxKind.StaticKeyword)) return [];
    const isFixed = has(ts.SyntaxKind.ReadonlyKeyword) && !isKept(member.initializer);
    return isFixed ? [] : [`${name?.text ?? ''}.${member.name.getText()}`];
  });
}

function keptIn(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const names = source.statements.flatMap((statement) => {
    if (ts.isVariableStatement(statement)) return keptByVariables(statement, text);
    return ts.isClassDeclaration(statement) ? keptByClass(statement) : [];
  });
  return /\bsetInterval\(/.test(text) ? [...names, 'setInterval'] : names;
}

const keptBy = (file: string) => keptIn(file, readFileSync(join(SRC, file), 'utf8'));

const key = (file: string, name: string) => `${file}: ${name}`;

test('everything that a process keeps, or does by itself, says how that holds for all processes', () => {
  const listed = new Set(
    KEPT_STATE.flatMap(({ file, names }) => names.map((name) => key(file, name))),
  );
  const found = sources().flatMap((file) => keptBy(file).map((name) => key(file, name)));
  // Add what is missing to KEPT_STATE, with how it holds for all processes.
  expect(found.filter((one) => !listed.has(one))).toEqual([]);
});

test('what is listed is there, and once', () => {
  const listed = KEPT_STATE.flatMap(({ file, names }) => names.map((name) => key(file, name)));
  expect(new Set(listed).size).toBe(listed.length);
  const isThere = (file: string, name: string) =>
    new RegExp(`\\b${name}\\b`).test(readFileSync(join(SRC, file), 'utf8'));
  for (const { file, names } of KEPT_STATE)
    expect(names.filter((name) => !isThere(file, name))).toEqual([]);
});

test('what holds for all processes names the test that tries it with several, or says why none does', () => {
  const root = join(SRC, '..');
  for (const one of KEPT_STATE) {
    if (!('tested' in one)) continue;
    if (one.tested === null) expect(one.untested, one.file).not.toBe('');
    else expect(existsSync(join(root, one.tested)), one.tested).toBe(true);
  }
});

test.each([
  'const a = new Map();',
  'const a: Record<string, number> = {};',
  'export const a = [] as string[];',
  'const a = { of: new Map(), at: 1 };',
  'const a = createStore();',
  'const a = await openPool();',
  'const a = new Map([[1, 2]]);\nfunction f() { a.set(1, 3); }',
  'const a: Readonly<Record<string, number>> = { b: 1 };\nfunction f(k) { a[k] = 2; }',
  'const a = { seen: 0 };\nfunction f() { a.seen = 2; }',
  'const a = oncePer((deps) => deps);',
  'let a = 1;',
  'class a { static b = 1; }',
  'class a { static readonly b = new Set(); }',
])('%s keeps something', (text) => {
  expect(keptIn('a.ts', text)).toHaveLength(1);
});

test.each([
  'const a: Readonly<Record<string, number>> = {};',
  'const a = new Map([[1, 2]]);\nfunction f() { return a.get(1) === 2; }',
  'const a = { b: 1 };\nconst c = (d) => d.a === 1 && a.b === 1;',
  'const a = createLoader({});',
  'const a = /x/;',
  'class a { static readonly b = 1; private c = new Map(); static d() { return 1; } }',
])('%s keeps nothing', (text) => {
  expect(keptIn('a.ts', text)).toEqual([]);
});
