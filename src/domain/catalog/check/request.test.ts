import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { bodyFaultText } from '@/domain/validation/body-fault-text';
import { checkBatchRequest, checkRequest } from './request';

const ecosystems = "'generic' | 'npm' | 'nuget' | 'pypi' | 'maven' | 'golang'";
const forms = "'name' | 'purl' | 'cpe' | 'custom'";
const node = { name: 'nodejs', version: '16.0.0' };

function faultIn(body: unknown): string | null {
  const { error } = checkRequest.safeParse(body);
  return error ? bodyFaultText(error, body, []) : null;
}

describe('a request names one component', () => {
  test.each([
    [node, { kind: 'name', ...node, ecosystem: 'generic' }],
    [
      { ...node, ecosystem: null },
      { kind: 'name', ...node, ecosystem: 'generic' },
    ],
    [
      { ...node, ecosystem: 'npm', more: 1 },
      { kind: 'name', ...node, ecosystem: 'npm' },
    ],
    [
      { ...node, version: '' },
      { kind: 'name', name: 'nodejs', version: '', ecosystem: 'generic' },
    ],
    [
      { purl: 'pkg:npm/a@1', name: null, cpe: null },
      { kind: 'purl', purl: 'pkg:npm/a@1' },
    ],
    [{ cpe: 'cpe:/a:b:c:1' }, { kind: 'cpe', cpe: 'cpe:/a:b:c:1' }],
    [{ custom: node }, { kind: 'custom', ...node, vendor: null }],
    [{ custom: { ...node, vendor: 'v' } }, { kind: 'custom', ...node, vendor: 'v' }],
    // Members that are not read are not checked.
    [
      { purl: 'x', ecosystem: 'x' },
      { kind: 'purl', purl: 'x' },
    ],
  ])('%j', (component, query) => {
    expect(checkRequest.parse({ component })).toEqual({
      component: query,
      lifecycle: 'STANDARD_SUPPORT',
      project: null,
    });
  });

  it('asks for the support level that it names', () => {
    expect(checkRequest.parse({ component: node, lifecycle: 'X' }).lifecycle).toBe('X');
    expect(checkRequest.parse({ component: node, lifecycle: null }).lifecycle).toBe(
      'STANDARD_SUPPORT',
    );
  });
});

describe('the words of a fault', () => {
  test.each([
    [
      { component: { ...node, ecosystem: 'x' } },
      `component.ecosystem: invalid enum value. expected ${ecosystems}, received 'x'`,
    ],
    [
      { component: { ...node, ecosystem: 5 } },
      `component.ecosystem: invalid type. expected ${ecosystems}, received number`,
    ],
    [
      { component: { name: 'nodejs' } },
      'component.version: required. expected string, received undefined',
    ],
    [
      { component: { version: 1 } },
      'component.name: required. expected string, received undefined; component.version: invalid type. expected string, received number',
    ],
    [
      { component: { ...node, name: '' } },
      'component.name: too short. expected at least 1 character, received 0',
    ],
    [
      { component: { ...node, name: 'a'.repeat(1_025) } },
      'component.name: too long. expected at most 1024 characters, received 1025',
    ],
    [
      { component: { purl: 'a'.repeat(8_193) } },
      'component.purl: too long. expected at most 8192 characters, received 8193',
    ],
    [
      { component: { ...node, version: '1\0' } },
      "component.version: invalid string. expected text without NUL characters, received '1\u{fffd}'",
    ],
    [
      { component: { ...node, ecosystem: `\0${'n'.repeat(99)}` } },
      `component.ecosystem: invalid enum value. expected ${ecosystems}, received '\u{fffd}${'n'.repeat(63)}…'`,
    ],
    [{}, 'component: required. expected object, received undefined'],
    [{ component: null }, 'component: invalid type. expected object, received null'],
    [{ component: [] }, 'component: invalid type. expected object, received array'],
    [{ component: {} }, `component: no identifier. expected one of ${forms}, received none`],
    [
      { component: { ...node, purl: 'pkg:npm/a@1' } },
      `component: more than one identifier. expected one of ${forms}, received 'name', 'purl'`,
    ],
    [
      { component: { cpe: 'a', custom: {}, version: '1' } },
      `component: more than one identifier. expected one of ${forms}, received 'name', 'cpe', 'custom'`,
    ],
    [
      { component: { custom: 'a' }, lifecycle: 3 },
      'component.custom: invalid type. expected object, received string; lifecycle: invalid type. expected string, received number',
    ],
    [
      { component: { custom: { name: 'a', vendor: {} } } },
      'component.custom.vendor: invalid type. expected string, received object; component.custom.version: required. expected string, received undefined',
    ],
    [[], 'body: invalid type. expected object, received array'],
    [null, 'body: invalid type. expected object, received null'],
    ['x', 'body: invalid type. expected object, received string'],
  ])('%j', (body, text) => {
    expect(faultIn(body)).toBe(text);
  });
});

describe('a batch', () => {
  const textOf = (body: unknown) => {
    const { error } = checkBatchRequest.safeParse(body);
    return error ? bodyFaultText(error, body, []) : null;
  };

  it('takes 1 to 1,000 components', () => {
    expect(textOf({ components: Array.from({ length: 1_000 }, () => node) })).toBeNull();
    expect(textOf({ components: Array.from({ length: 1_001 }, () => 0) })).toBe(
      'components: too long. expected at most 1000 items, received 1001',
    );
    expect(textOf({ components: [] })).toBe(
      'components: too short. expected at least 1 item, received 0',
    );
    expect(textOf({ component: node })).toBe(
      'components: required. expected array, received undefined',
    );
  });

  it('says which components are at fault, and of many the first', () => {
    expect(textOf({ components: [node, { purl: 1 }, node, {}] })).toBe(
      `components.1.purl: invalid type. expected string, received number; components.3: no identifier. expected one of ${forms}, received none`,
    );
    expect(textOf({ components: Array.from({ length: 500 }, () => 1) })).toMatch(
      /^components\.0: .*; components\.19: [^;]*; and 480 more$/,
    );
  });
});

it('either takes what it is sent or says what is wrong with it', () => {
  const text = fc.oneof(fc.string(), fc.constantFrom('npm', 'pkg:npm/a@1', '\0', '__proto__'));
  const value = fc.oneof(text, fc.anything());
  const keys = ['name', 'version', 'ecosystem', 'purl', 'cpe', 'custom', 'vendor'] as const;
  const component = fc.record(Object.fromEntries(keys.map((key) => [key, value])), {
    requiredKeys: [],
  });
  const body = fc.oneof(
    fc.anything(),
    fc.record({ component: fc.oneof(component, value), lifecycle: value }, { requiredKeys: [] }),
  );
  fc.assert(
    fc.property(body, (sent) => {
      const fault = faultIn(sent);
      expect(fault === null || /^(?:component|lifecycle|body)[\w.]*: \S/.test(fault)).toBe(true);
    }),
    { numRuns: 500 },
  );
});
