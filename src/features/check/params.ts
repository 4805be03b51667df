import {
  createSerializer,
  type inferParserType,
  parseAsString,
  parseAsStringLiteral,
} from 'nuqs/server';
import { SUPPORT_LEVELS } from '@/domain/catalog/catalog';
import { type Ecosystem, ECOSYSTEMS } from '@/domain/catalog/match';
import { EOL_STATES } from '@/domain/eol/proximity';
import { hrefs } from '@/features/hrefs';

export const CHECK_VIEWS = ['answer', 'json', 'curl'] as const;
export type CheckView = (typeof CHECK_VIEWS)[number];

/** The question and how its answer is shown, in the address, so that both can be shared. */
export const checkParsers = {
  /** The typed text: one component, or one on each line. */
  q: parseAsString.withDefault(''),
  /** Where names without an identifier come from. */
  ecosystem: parseAsStringLiteral(ECOSYSTEMS).withDefault('generic'),
  /** Tells products of one name apart. */
  vendor: parseAsString.withDefault(''),
  level: parseAsStringLiteral(SUPPORT_LEVELS).withDefault('STANDARD_SUPPORT'),
  /** Of many answers those of this state alone. */
  state: parseAsStringLiteral([...EOL_STATES, 'unmatched']),
  view: parseAsStringLiteral(CHECK_VIEWS).withDefault('answer'),
};

export type CheckParams = inferParserType<typeof checkParsers>;

const serialize = createSerializer(checkParsers);

/** The address of a question with its answer. */
export function checkHref(params: Partial<CheckParams> = {}): string {
  return serialize(hrefs.check(), params);
}

/** A component in the form in which `/eol/check` takes it. */
export type AskedComponent =
  | { readonly name: string; readonly version: string; readonly ecosystem: Ecosystem }
  | { readonly purl: string }
  | { readonly cpe: string }
  | {
      readonly custom: { readonly name: string; readonly vendor: string; readonly version: string };
    };

export interface QuestionContext {
  readonly ecosystem: Ecosystem;
  /** "" when there is none. */
  readonly vendor: string;
}

/** As many as one request takes. */
export const MAX_LINES = 1_000;

/** The lines of a text that say something. */
export function linesOf(text: string): string[] {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => line.replaceAll('\0', '').trim())
    .filter((line) => line !== '');
}

/**
 * Reads the component that one line asks about. A purl and a CPE are known by how they begin; all else is a name and a
 * version, parted by the last space, `@`, `==` or `:` (`nodejs 16.20.2`, `@angular/core@12`, `django==3.2`,
 * `nginx:1.24`). A name alone is asked about without a version.
 */
export function readLine(line: string, { ecosystem, vendor }: QuestionContext): AskedComponent {
  if (/^pkg:/i.test(line)) return { purl: line };
  if (/^cpe:/i.test(line)) return { cpe: line };
  const { name, version } = namedVersion(line);
  if (vendor.trim() !== '') return { custom: { name, vendor: vendor.trim(), version } };
  return { name, version, ecosystem };
}

/**
 * Where a version may be parted from the name before it, in the order of how much that says. The address of the page holds
 * the line: an expression that goes back over blanks would keep the server that renders it.
 */
function namedVersion(line: string): { name: string; version: string } {
  const places = [
    { at: line.indexOf('==', 1), length: 2, isVersion: () => true },
    // The last word of a name of several is no version: "Amazon Linux".
    { at: lastBlank(line), length: 1, isVersion: (text: string) => /\d/.test(text) },
    { at: line.lastIndexOf('@'), length: 1, isVersion: () => true },
    { at: line.lastIndexOf(':'), length: 1, isVersion: (text: string) => !text.includes('/') },
  ];
  for (const { at, length, isVersion } of places) {
    const version = line.slice(at + length);
    if (at < 1 || version === '' || !isVersion(version)) continue;
    return { name: line.slice(0, at).trim(), version: version.trim() };
  }
  return { name: line, version: '' };
}

function lastBlank(line: string): number {
  let at = line.length - 1;
  while (at >= 0 && !/\s/.test(line.charAt(at))) at -= 1;
  return at;
}

/** Says as what a component was read, for whoever typed it: "purl", "name nodejs, version 16". */
export function readAs(component: AskedComponent): string {
  if ('purl' in component) return 'a package URL';
  if ('cpe' in component) return 'a CPE name';
  const { name, version } = 'custom' in component ? component.custom : component;
  const told = `the name ${name}, ${version === '' ? 'no version' : `version ${version}`}`;
  if ('custom' in component) return `${told}, by ${component.custom.vendor}`;
  return component.ecosystem === 'generic' ? told : `${told}, from ${component.ecosystem}`;
}

/** A component as it may be written on one line. */
export function writtenAs(component: AskedComponent): string {
  if ('purl' in component) return component.purl;
  if ('cpe' in component) return component.cpe;
  const { name, version } = 'custom' in component ? component.custom : component;
  return `${name} ${version}`.trim();
}
