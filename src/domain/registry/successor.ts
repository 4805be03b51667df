import type { PackageEcosystem } from './component';

/** Before the name of what to use instead. */
const BEFORE =
  /(?:\buse|\bto|\bby|\binto|\bfavou?r of|\bsee|\btry|\binstall|\bis now|\bsuccessor(?: is)?:?|\bname(?: is)?:?)\s+(?:the\s+)?(?:new\s+)?(?:package\s+|module\s+|crate\s+|gem\s+)?/gi;

/** Words that stand there and name nothing. */
const NO_NAMES: ReadonlySet<string> = new Set(
  `a an all and any another api as at avoid be before built built-in contact continue do es6 find fix for get github
   have http https improve in instead is it its latest legacy maintain make migrate module native new newer node node.js nodejs
   npm of on one our package please prevent project provide receive release release-notes reach report resolve restore revert see something support the
   their them this that to update upgrade use v version versions we you your yourself`.split(/\s+/),
);

const NAMES: Readonly<Partial<Record<PackageEcosystem, RegExp>>> = {
  npm: /^(@[a-z\d~-][\w.~-]*\/)?[a-z\d~-][\w.~-]*$/,
  golang: /^[a-z\d-]+(\.[a-z\d-]+)+(\/[\w.~-]+)+$/i,
};

/**
 * Finds the package that a maintainer's words name in the place of theirs: `use cross-spawn instead`. Null where they name
 * none without doubt: the words themselves are shown anyway.
 */
export function successorIn(
  ecosystem: PackageEcosystem,
  own: string,
  words: string | null | undefined,
): string | null {
  const pattern = NAMES[ecosystem];
  if (!pattern || typeof words !== 'string') return null;
  const text = words.slice(0, 1_000);
  for (const found of text.matchAll(BEFORE)) {
    const [rest = ''] = text.slice(found.index + found[0].length).split(/\s/, 1);
    const isQuoted = /^[`'"\u201c\u2018]/.test(rest);
    const [name = ''] = rest
      .replace(/^[`'"\u201c\u2018(]+/, '')
      .replace(/[`'"\u201d\u2019).,;:!?]+$/, '')
      .replace(/(?<=.)@[\^~]?[\dx.*a-z-]+$/, '')
      .split(/[`'"\u201d\u2019]/, 1);
    if (!pattern.test(name) || name === own || NO_NAMES.has(name.toLowerCase())) continue;
    // A version of the same package, be it one before a release.
    if (/^v?\d+(?:\.[\dx]+)*(?:-.*)?$/.test(name)) continue;
    // A plain word is a name only where something says that it is one.
    const isPlain = /^[a-z]+$/.test(name);
    const isNamed =
      isQuoted || /^\s+(?:package|module|instead)|^[.;,]|^$/.test(after(text, found, rest));
    if (!isPlain || isNamed) return name;
  }
  return null;
}

function after(text: string, found: RegExpExecArray, rest: string): string {
  const end = found.index + found[0].length + rest.length;
  return /[.,;]$/.test(rest) ? '.' : text.slice(end);
}
