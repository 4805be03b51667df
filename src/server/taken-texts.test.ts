import { expect, test } from 'vitest';
import { z } from 'zod';
import { appRouter } from './app-router';

/**
 * Texts that are taken as they come, by whatever names them last, with why none of it is kept so. All others are cleaned or
 * refused where they come in: PostgreSQL's text holds no NUL, and its JSON no half of a surrogate pair either.
 */
const AS_THEY_COME: Readonly<Record<string, string>> = {
  token: 'digested, and compared',
  password: 'made a key of',
  currentPassword: 'made a key of',
  newPassword: 'made a key of',
  'account.checkPassword.email': 'compared',
  'account.checkPassword.name': 'compared',
  'channel.create.body.credentials.email': 'sealed',
  'channel.patch.body.settings{key}': 'read again, as the kind of the channel has it',
  'channel.patch.body.credentials{key}': 'read again, as the kind of the channel has it',
  'labels{key}': 'looked up by names of ours',
  'listChoice.set.value': 'refused as a whole where it is none of those that there are',
  'notary_policy_json{key}': 'refused as a whole where it could not be kept',
  'ownCatalog.change.body': 'YAML, of which products are read',
  'places[].key': 'answered with',
  'policyFile.change.body': 'YAML, of which policies are read',
  Sbom: 'base64',
  'team.uploadCodeowners.body.content': 'a file, of which owners are read',
};

/** One of each form that some schema wants. */
const GOOD = [
  ...['text', 'a', '/a', 'a/b', 'a=b', '1', '*', '*.example.com', '10.0.0.1', '2026-01-01'],
  ...['https://example.com/x', 'ada@example.com', '@acme/payments', 'Europe/Berlin', 'ABC'],
  ...['pkg:npm/a', 'cpe:2.3:a:b:c', '2026-01-01T00:00:00Z', `sha256:${'a'.repeat(64)}`],
  ...['a'.repeat(32), 'long enough for a password', '019a0000-0000-7000-8000-000000000000'],
];
const BAD = ['\0', '\ud800', '\udc00'];
const TRIED = GOOD.flatMap((good) => {
  const middle = Math.ceil(good.length / 2);
  return BAD.flatMap((bad) => [
    ...[bad, `${bad}${good}`, `${good}${bad}`],
    `${good.slice(0, middle)}${bad}${good.slice(middle)}`,
  ]);
});

interface Leaf {
  readonly path: string;
  readonly schema: z.core.$ZodType;
}

/** zod's own description of a schema: its documented union of all kinds, which the common type leaves out. */
const definitionOf = (schema: z.core.$ZodType) => (schema as z.core.$ZodTypes)._zod.def;

function startsWithText(schema: z.core.$ZodType): boolean {
  const definition = definitionOf(schema);
  if (definition.type === 'pipe') return startsWithText(definition.in);
  return definition.type === 'string' || definition.type === 'template_literal';
}

/** Lists the texts that a schema takes. What a transformation takes by a schema within it is not among them. */
function textsIn(schema: z.core.$ZodType, path: string): Leaf[] {
  if (startsWithText(schema)) return [{ path, schema }];
  const definition = definitionOf(schema);
  switch (definition.type) {
    case 'object':
      return Object.entries(definition.shape).flatMap(([name, of]) =>
        textsIn(of, `${path}.${name}`),
      );
    case 'record':
      return [
        ...textsIn(definition.keyType, `${path}{key}`),
        ...textsIn(definition.valueType, `${path}{value}`),
      ];
    case 'array':
      return textsIn(definition.element, `${path}[]`);
    case 'tuple':
      return definition.items.flatMap((of) => textsIn(of, `${path}[]`));
    case 'union':
      return definition.options.flatMap((of) => textsIn(of, path));
    case 'intersection':
      return [definition.left, definition.right].flatMap((of) => textsIn(of, path));
    case 'pipe':
      return [definition.in, definition.out].flatMap((of) => textsIn(of, path));
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'catch':
    case 'readonly':
      return textsIn(definition.innerType, path);
    default:
      return [];
  }
}

function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).flat().every(isStorable);
}

const isTakenAsItComes = ({ schema }: Leaf) =>
  TRIED.some((text) => {
    const read = z.safeParse(schema, text);
    return read.success && !isStorable(read.data);
  });

const inputsOf = z.object({ inputs: z.array(z.instanceof(z.ZodType)) });
const taken = Object.entries(appRouter._def.procedures).flatMap(([name, procedure]) =>
  inputsOf
    .parse(Reflect.get(procedure, '_def'))
    .inputs.flatMap((input: z.ZodType) => textsIn(input, name)),
);

test('every text that a call brings is one that can be kept, or is not kept', () => {
  expect(taken.length).toBeGreaterThan(300);
  const kept = Object.keys(AS_THEY_COME);
  const named = taken
    .filter(isTakenAsItComes)
    .map(({ path }) => kept.find((end) => path === end || path.endsWith(`.${end}`)) ?? path);
  expect([...new Set(named)].toSorted()).toEqual(kept.toSorted());
});
