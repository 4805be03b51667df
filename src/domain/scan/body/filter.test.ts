import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { filterText, jsonText, parsedJson, SAMPLE_PAYLOADS } from '@/domain/scan/testing/samples';
import { type KeepRule, SCAN_BODY_RULE } from './keep-rules';

const EVERY_NAME = [...namesOf(SCAN_BODY_RULE)];
const cuts = fc
  .array(fc.nat(400), { maxLength: 12 })
  .map((positions) => positions.sort((a, b) => a - b));

describe('a filtered scan body', () => {
  it('is what the rules pick from the parsed body, however it is written and cut', () => {
    fc.assert(
      fc.property(jsonText(EVERY_NAME), cuts, (text, positions) => {
        expect(parsedJson(filterText(text, positions))).toEqual(
          pick(JSON.parse(text), SCAN_BODY_RULE),
        );
      }),
      { numRuns: 1_000 },
    );
  });

  it.each(SAMPLE_PAYLOADS)('is the same for $name byte by byte and at once', ({ body }) => {
    const expected = pick(JSON.parse(body.toString()), SCAN_BODY_RULE);
    const everywhere = Array.from(body, (_, index) => index);
    expect(parsedJson(filterText(body))).toEqual(expected);
    expect(parsedJson(filterText(body, everywhere))).toEqual(expected);
  });

  it.each(SAMPLE_PAYLOADS)('holds no credential, environment or metadata of $name', ({ body }) => {
    const left = filterText(body).json.toString();
    const leaked = secretsOf(JSON.parse(body.toString())).filter((secret) => left.includes(secret));
    expect(leaked).toEqual([]);
    expect(left).not.toMatch(
      /"(api-key|registry|auth|password|token|manifest|config|virtualPath|Locations)"/,
    );
  });

  it('knows escaped keys', () => {
    const text = String.raw`{"\u0041ppConfig":{"project\u002dname":"a","api-\u006bey":"secret"},"Conte\u0078t":{"x":1}}`;
    expect(parsedJson(filterText(text))).toEqual({
      AppConfig: { 'project-name': 'a' },
      Context: {},
    });
  });

  it('lets the last of repeated keys win, in containers too', () => {
    const text =
      '{"AppConfig":{"project-name":"a"},"AppConfig":{"commit-hash":"b","commit-hash":"c"}}';
    expect(parsedJson(filterText(text))).toEqual({ AppConfig: { 'commit-hash': 'c' } });
  });

  it('keeps only the kind of what has the wrong one', () => {
    const text =
      '{"AppConfig":"secret","Matches":{"api-key":"secret"},"Packages":[["secret"],12],' +
      '"EventSource":{"ImageLabels":["secret"],"Target":{"a":"secret"},"Type":true},"Context":[1],"ImageName":7}';
    expect(parsedJson(filterText(text))).toEqual({
      AppConfig: '',
      Matches: {},
      Packages: [[], 0],
      EventSource: { ImageLabels: [], Target: {}, Type: true },
      Context: [],
      ImageName: 7,
    });
  });

  it.each([
    ['[1,{"api-key":"secret"}]', []],
    ['"secret"', ''],
    ['12', 0],
    ['true', true],
    [' null ', null],
  ])('of %s, which is no object, is an empty value of its kind', (text, left) => {
    expect(parsedJson(filterText(text))).toEqual(left);
  });

  it('refuses more objects than a process can hold', () => {
    const package1000 = `{"CPEs":[${'{},'.repeat(999)}{}]},`;
    const body = `{"Packages":[${package1000.repeat(5_000)}{}]}`;
    expect(() => filterText(body)).toThrow('too many objects');
  });
});

/** The filter's definition: what {@link SCAN_BODY_RULE} means for a parsed value. */
function pick(value: unknown, rule: KeepRule): unknown {
  if (typeof value === 'string') return rule.kind === 'scalar' ? value : '';
  if (typeof value === 'number') return rule.kind === 'scalar' ? value : 0;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    return rule.kind === 'list'
      ? value.slice(0, rule.maxItems).map((item) => pick(item, rule.item))
      : [];
  }
  const entries = Object.entries(value);
  if (rule.kind === 'record')
    return Object.fromEntries(entries.map(([key, item]) => [key, pick(item, rule.item)]));
  if (rule.kind !== 'members') return {};
  return Object.fromEntries(
    entries.flatMap(([key, item]) => {
      const member = rule.members.find(({ name }) => name === key);
      return member && member.rule.kind !== 'sbom' ? [[key, pick(item, member.rule)]] : [];
    }),
  );
}

function namesOf(rule: KeepRule): Set<string> {
  if (rule.kind === 'list' || rule.kind === 'record') return namesOf(rule.item);
  if (rule.kind !== 'members') return new Set();
  return new Set(rule.members.flatMap((member) => [member.name, ...namesOf(member.rule)]));
}

interface SecretBearer {
  AppConfig: { 'api-key'?: string; registry?: { auth?: Record<string, string>[] | null } };
  Context?: {
    Source?: { Metadata?: Record<string, unknown>; ImageMetadata?: Record<string, unknown> };
  };
  Packages?: { Metadata: unknown }[] | null;
}

/** Every value of a sample that must not survive. */
function secretsOf(payload: SecretBearer): string[] {
  const { AppConfig, Context, Packages } = payload;
  const metadata = Context?.Source?.Metadata ?? Context?.Source?.ImageMetadata ?? {};
  return [
    AppConfig['api-key'],
    ...(AppConfig.registry?.auth ?? []).flatMap(({ password, token }) => [password, token]),
    metadata.config,
    metadata.manifest,
    ...(Packages ?? []).map((entry) => entry.Metadata && JSON.stringify(entry.Metadata)),
  ].filter((value): value is string => typeof value === 'string' && value.length > 2);
}
