import {
  Composer,
  isAlias,
  isMap,
  isNode,
  isScalar,
  Lexer,
  LineCounter,
  Parser,
  visit,
  type Document,
  type YAMLMap,
} from 'yaml';
import type { Fault } from '@/domain/errors';
import { lineOfOthers } from '@/domain/validation/foreign-text';

/** Longer than a thousand policies and a thousand dates are when they are written out. */
export const MAX_FILE_BYTES = 1_048_576;
/**
 * Signs that begin or end a value. The largest file that means something has a third of them; a text of nothing else
 * would take seconds to read, and hundreds of megabytes.
 */
const MAX_SIGNS = 100_000;
const SIGNS = /[\n[\]{},:?]/g;
/** Signs that stand around a value or before it. */
const MARKS = /["'&!*|>%]/g;
/** As many faults as help anybody. */
const MAX_FAULTS = 100;
/** Characters of one fault: it quotes keys and values, which may be as long as the file. */
const MAX_WORDS_LENGTH = 1_000;
/** Values stand in values: a file of policies needs six levels, a trust policy in it some more. */
const MAX_DEPTH = 32;
const TOO_DEEP = `Values are nested deeper than ${String(MAX_DEPTH)} levels`;
/** Nodes above one another, the pairs of mappings among them. */
const MAX_PATH = MAX_DEPTH * 2;
/** Those of the parser, beside which stand the document and a value that has just begun. */
const MAX_OPEN = MAX_PATH + 2;

/** A YAML text that was read, and where each of its values stands. */
export interface ReadFile {
  readonly value: unknown;
  /** Says where a fault of the value is: line and column, from 1. @param path as of the value, without `body` */
  readonly placeOf: (path: readonly (string | number)[]) => { line: number; column: number };
}

/**
 * Reads a YAML 1.2 text; JSON is YAML, too. Dates are texts, keys stand once, and aliases are not followed, so that a
 * short text cannot become a large value. Source: YAML 1.2.2, core schema.
 * @param maxSigns that begin or end a value, for what has fewer of them
 * @returns the value, or what is wrong with the text and where
 */
export function readFileText(
  text: string,
  maxSigns = MAX_SIGNS,
): ReadFile | { readonly faults: Fault[] } {
  const tooMany = tooManySigns(text, maxSigns);
  if (tooMany !== null) {
    const msg = `Value error, there are more than ${tooMany}`;
    return { faults: [{ loc: ['body'], msg, type: 'value_error' }] };
  }
  const lines = new LineCounter();
  const faultAt = (offset: number, message: string): Fault => {
    const { line, col } = lines.linePos(offset);
    return { loc: ['body'], msg: placed(message, { line, column: col }), type: 'value_error' };
  };
  const composed = composedOf(text, lines);
  if ('message' in composed) return { faults: [faultAt(composed.offset, composed.message)] };
  const { document } = composed;
  // A tag that nobody knows is a warning of the parser; what it was to say is not known either.
  const wrong = [...document.errors, ...composed.errors, ...document.warnings];
  if (wrong.length > 0) {
    const told = wrong.slice(0, MAX_FAULTS);
    return { faults: told.map(({ pos, message }) => faultAt(pos[0], message)) };
  }
  const refused = refusedNode(document);
  if (refused) return { faults: [faultAt(refused.offset, refused.message)] };
  return {
    value: document.toJS(),
    placeOf: (path) => {
      const { line, col } = lines.linePos(offsetOf(document, path));
      return { line, column: col };
    },
  };
}

/** Says of what a text has more than it may; null: of nothing. */
function tooManySigns(text: string, maxSigns: number): string | null {
  const count = (signs: RegExp) => text.match(signs)?.length ?? 0;
  if (count(SIGNS) > maxSigns) {
    return `${String(maxSigns)} line ends, brackets, commas and colons`;
  }
  // Two for each of those, as JSON has them.
  const maxMarks = 2 * maxSigns;
  if (count(MARKS) > maxMarks) return `${String(maxMarks)} quotes and marks of YAML`;
  return null;
}

/** Says a fault with its place in the file. What it quotes of the file is cut, and fit to be kept. */
export function placed(
  message: string,
  { line, column }: { readonly line: number; readonly column: number },
): string {
  const words = lineOfOthers(message.replace(/^Value error, /, ''), MAX_WORDS_LENGTH);
  return `Value error, line ${String(line)}, column ${String(column)}: ${words}`;
}

interface Refused {
  readonly offset: number;
  readonly message: string;
}

/**
 * Parses a text as `parseDocument` does, but looks while it goes how many values are open: what comes after the parser takes
 * each level in a call of its own, and a file of nothing but brackets would fill the stack of the process with them.
 */
function composedOf(text: string, lines: LineCounter): Composed | Refused {
  const parser = new Parser(lines.addNewLine);
  const tokens = [];
  lines.addNewLine(0);
  for (const lexeme of new Lexer().lex(text)) {
    for (const token of parser.next(lexeme)) tokens.push(token);
    if (parser.stack.length > MAX_OPEN) return { offset: parser.offset - 1, message: TOO_DEEP };
  }
  for (const token of parser.end()) tokens.push(token);
  const composer = new Composer({
    ...{ prettyErrors: false, version: '1.2', schema: 'core' },
    // It would compare each key with each other one.
    ...{ uniqueKeys: false, merge: false, strict: true, stringKeys: true },
  });
  const [document, another] = composer.compose(tokens, true, text.length);
  if (!document) return { offset: 0, message: 'There is no document in it' };
  const message = 'There are multiple documents in it';
  return { document, errors: another ? [{ pos: another.range, message }] : [] };
}

interface Composed {
  readonly document: Document.Parsed;
  /** Those that no document has, for they are of several. */
  readonly errors: readonly {
    readonly pos: readonly [number, ...number[]];
    readonly message: string;
  }[];
}

/** Finds the first value that is not read, whatever it would say. */
function refusedNode(document: Document): Refused | null {
  let refused: Refused | null = null;
  visit(document, (_, node, path) => {
    if (!isNode(node)) return undefined;
    const offset = node.range?.[0] ?? 0;
    if (isAlias(node)) {
      refused = { offset, message: 'Aliases are not read: write the value out' };
    } else if (path.length > MAX_PATH) {
      refused = { offset, message: TOO_DEEP };
    } else if (isMap(node)) refused = repeatedKey(node);
    return refused ? visit.BREAK : undefined;
  });
  return refused;
}

function repeatedKey(map: YAMLMap): Refused | null {
  const seen = new Set<unknown>();
  for (const { key } of map.items) {
    if (!isScalar(key)) continue;
    if (seen.has(key.value)) {
      return { offset: key.range?.[0] ?? 0, message: `The key ${String(key.value)} stands twice` };
    }
    seen.add(key.value);
  }
  return null;
}

/** Finds where a value stands; of one that is missing, where the value that lacks it stands. */
function offsetOf(document: Document, path: readonly (string | number)[]): number {
  for (let length = path.length; length > 0; length -= 1) {
    const node = document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return node.range[0];
  }
  return document.contents?.range?.[0] ?? 0;
}
