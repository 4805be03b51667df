import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { KEPT_STATE } from './shared-state';

const SRC = join(import.meta.dirname, '../..');
/** Where code runs in a server process. What features and components keep is a browser's. */
const FOLDERS = ['server', 'trpc', 'domain', 'app', 'lib'];
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
  'createParser',
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

/** The functions in a part of a program, without those within them. */
function functionsIn(node: ts.Node): ts.Node[] {
  if (ts.isFunctionLike(node)) return [node];
  const found: ts.Node[] = [];
  ts.forEachChild(node, (child) => {
    found.push(...functionsIn(child));
  });
  return found;
}

function returnedIn(node: ts.Node): ts.Expression[] {
  if (ts.isFunctionLike(node)) return [];
  if (ts.isReturnStatement(node)) return node.expression ? [node.expression] : [];
  const found: ts.Expression[] = [];
  ts.forEachChild(node, (child) => {
    found.push(...returnedIn(child));
  });
  return found;
}

/** What of a value goes on to be called: it is a function, or holds some, or names one. */
function callableIn(value: ts.Expression): ts.Node[] {
  if (ts.isParenthesizedExpression(value)) return callableIn(value.expression);
  if (ts.isArrowFunction(value) || ts.isFunctionExpression(value) || ts.isIdentifier(value))
    return [value];
  if (!ts.isObjectLiteralExpression(value)) return [];
  return value.properties.flatMap((one) => {
    if (ts.isPropertyAssignment(one)) return callableIn(one.initializer);
    if (ts.isShorthandPropertyAssignment(one)) return [one.name];
    return ts.isSpreadAssignment(one) ? [] : [one];
  });
}

/** What is declared in a function's body, by its name. */
function declaredIn(body: ts.Block): ReadonlyMap<string, ts.Node> {
  const declared = new Map<string, ts.Node>();
  for (const statement of body.statements) {
    if (ts.isFunctionDeclaration(statement) && statement.name)
      declared.set(statement.name.text, statement);
    if (!ts.isVariableStatement(statement)) continue;
    for (const one of statement.declarationList.declarations)
      if (ts.isIdentifier(one.name)) declared.set(one.name.text, one);
  }
  return declared;
}

/** All names that functions use, and those that they call use. */
function namesUsedBy(
  functions: readonly ts.Node[],
  declared: ReadonlyMap<string, ts.Node>,
): ReadonlySet<string> {
  const names = new Set<string>();
  const call = (name: string) => {
    const at = declared.get(name);
    if (at) functionsIn(at).forEach(visit);
  };
  function visit(node: ts.Node): void {
    if (ts.isIdentifier(node) && !names.has(node.text)) {
      names.add(node.text);
      call(node.text);
    }
    ts.forEachChild(node, visit);
  }
  for (const one of functions) {
    if (ts.isIdentifier(one)) call(one.text);
    else visit(one);
  }
  return names;
}

const isAssigned = (name: string, text: string) =>
  new RegExp(`(?<![\\w.])${name}(?: (?:[-+*/%|&]|\\?\\?|\\|\\||&&)?=(?![=>])|\\+\\+|--)`).test(
    text,
  );

/** Whether a function leaves behind functions that keep something between their calls. */
function isKeeper(body: ts.Block): boolean {
  const declared = declaredIn(body);
  const used = namesUsedBy(returnedIn(body).flatMap(callableIn), declared);
  const texts = functionsIn(body).map((one) => one.getText());
  return [...declared.keys()].some(
    (name) =>
      used.has(name) && texts.some((text) => isAssigned(name, text) || isChanged(name, text)),
  );
}

function keptByFunctions(statement: ts.Statement): string[] {
  if (ts.isFunctionDeclaration(statement))
    return statement.body && isKeeper(statement.body) ? [statement.name?.text ?? 'default'] : [];
  if (!ts.isVariableStatement(statement)) return [];
  return statement.declarationList.declarations.flatMap(({ name, initializer: made }) => {
    const isFunction = made && (ts.isArrowFunction(made) || ts.isFunctionExpression(made));
    return isFunction && ts.isBlock(made.body) && isKeeper(made.body) ? [name.getText()] : [];
  });
}

function keptIn(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const names = source.statements.flatMap((statement) => {
    // What code without effects leaves behind lives as long as who called it lets it, which is in the server.
    const inside = file.startsWith('server/') ? keptByFunctions(statement) : [];
    if (ts.isVariableStatement(statement)) return [...keptByVariables(statement, text), ...inside];
    return ts.isClassDeclaration(statement) ? keptByClass(statement) : inside;
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
  'function a() { let b = 0; return () => { b += 1; }; }',
  'export const a = () => { const b = new Map(); return { c: (d) => b.set(d, 1) }; };',
  'function a() { const b = new Set(); const c = (d) => b.add(d); function e(d) { c(d); } return { e }; }',
  'function a() { let b = null; const c = () => { b ??= 1; }; start(c); return () => b; }',
])('%s keeps something', (text) => {
  expect(keptIn('server/a.ts', text)).toHaveLength(1);
});

test.each([
  'const a: Readonly<Record<string, number>> = {};',
  'const a = new Map([[1, 2]]);\nfunction f() { return a.get(1) === 2; }',
  'const a = { b: 1 };\nconst c = (d) => d.a === 1 && a.b === 1;',
  'const a = createLoader({});',
  'const a = /x/;',
  'class a { static readonly b = 1; private c = new Map(); static d() { return 1; } }',
  'function a(b) { let c = 0; for (const d of b) c += d; return { c }; }',
  'function a(b) { const c = new Map(); b.forEach((d) => { c.set(d, 1); }); return { c, e: () => 1 }; }',
  'function a(b) { const c = new Map(b); return (d) => c.get(d); }',
])('%s keeps nothing', (text) => {
  expect(keptIn('server/a.ts', text)).toEqual([]);
});
