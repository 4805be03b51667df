export interface Retraction {
  /** Both ends included; equal for a single version. */
  readonly low: string;
  readonly high: string;
  readonly rationale: string;
}

export interface GoModNotes {
  /** What follows `Deprecated:` in the comment on the module; null when there is none. */
  readonly deprecated: string | null;
  readonly retracted: readonly Retraction[];
}

interface Line {
  readonly code: string;
  /** The text after `//`; null without one. */
  readonly comment: string | null;
}

function splitComment(line: string): Line {
  const at = line.indexOf('//');
  if (at === -1) return { code: line.trim(), comment: null };
  return { code: line.slice(0, at).trim(), comment: line.slice(at + 2).trim() };
}

function readRange(code: string): { low: string; high: string } | null {
  const version = '["`]?(v[\\w.+-]+)["`]?';
  const [, low, high] =
    new RegExp(`^\\[\\s*${version}\\s*,\\s*${version}\\s*\\]$`).exec(code) ??
    new RegExp(`^${version}$`).exec(code) ??
    [];
  return low === undefined ? null : { low, high: high ?? low };
}

/** The paragraph that starts with `Deprecated:`, on one line. */
function deprecationIn(comments: readonly string[]): string | null {
  const found = /(?:^|\n\n)Deprecated:(.*?)(?:\n\n|$)/s.exec(comments.join('\n'));
  return found?.[1] === undefined ? null : found[1].replaceAll('\n', ' ').trim();
}

/**
 * What a `go.mod` says against its own module. Comments belong to the line that they end or stand directly above;
 * within a block, an entry without its own has the block's. Everything else in the file is passed over.
 * Source: Go modules reference, "go.mod files".
 */
export function readGoMod(text: string): GoModNotes {
  const retracted: Retraction[] = [];
  let deprecated: string | null = null;
  let above: string[] = [];
  let block: { readonly keyword: string; readonly comments: readonly string[] } | null = null;

  const entry = (keyword: string, rest: string, comments: readonly string[]) => {
    if (keyword === 'module') deprecated ??= deprecationIn(comments);
    const range = keyword === 'retract' ? readRange(rest) : null;
    if (range) retracted.push({ ...range, rationale: comments.join(' ').trim() });
  };

  for (const line of text.split('\n')) {
    const { code, comment } = splitComment(line);
    if (code === '') {
      // A line without anything cuts a comment off from what follows.
      above = comment === null ? [] : [...above, comment];
      continue;
    }
    const comments = comment === null ? above : [...above, comment];
    above = [];
    const [keyword = '', ...rest] = code.split(/\s+/);
    if (block) {
      if (code === ')') block = null;
      else entry(block.keyword, code, comments.length > 0 ? comments : block.comments);
    } else if (rest.length === 1 && rest[0] === '(') block = { keyword, comments };
    else entry(keyword, rest.join(' '), comments);
  }
  return { deprecated, retracted };
}
