import { readdirSync, readFileSync } from 'node:fs';
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

/** Whether a value at the top of a module is there to be changed. */
function isKept(value: ts.Expression | undefined, source: ts.SourceFile): boolean {
  if (!value) return false;
  if (ts.isAsExpression(value) || ts.isParenthesizedExpression(value))
    return isKept(value.expression, source);
  if (ts.isIdentifier(value)) return value.text === 'globalThis';
  if (ts.isCallExpression(value)) return KEEPERS.has(value.expression.getText(source));
  if (!ts.isNewExpression(value)) return false;
  const name = value.expression.getText(source);
  if (FIXED.has(name) || name.startsWith('Intl.')) return false;
  return !COLLECTIONS.has(name) || (value.arguments ?? []).length === 0;
}

function keptBy(file: string): string[] {
  const text = readFileSync(join(SRC, file), 'utf8');
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const names: string[] = [];
  for (const statement of source.statements) {
    if (!ts.isVariableStatement(statement)) continue;
    const { declarations, flags } = statement.declarationList;
    const isVariable = (flags & ts.NodeFlags.Const) === 0;
    for (const { name, type, initializer } of declarations) {
      const isEmptyList =
        initializer !== undefined &&
        ts.isArrayLiteralExpression(initializer) &&
        initializer.elements.length === 0;
      const isReadOnly = /^readonly/i.test(type?.getText(source) ?? '');
      if (isVariable || (!isReadOnly && (isEmptyList || isKept(initializer, source))))
        names.push(name.getText(source));
    }
  }
  if (/\bsetInterval\(/.test(text)) names.push('setInterval');
  return names;
}

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
