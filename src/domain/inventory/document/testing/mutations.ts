/** A generator of numbers from 0 to 1 that gives the same ones for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

type Random = () => number;

const below = (random: Random, end: number) => Math.floor(random() * end);
/** @throws RangeError for an empty list */
function oneOf<Item>(random: Random, items: readonly Item[]): Item {
  const item = items[below(random, items.length)];
  if (item === undefined) throw new RangeError('nothing to choose from');
  return item;
}

/** A part of a document's bytes, shorter ones more often. */
function slice(random: Random, bytes: Uint8Array): [from: number, to: number] {
  const from = below(random, bytes.length + 1);
  return [from, Math.min(bytes.length, from + below(random, 2 ** below(random, 12)))];
}

const joined = (...parts: readonly Uint8Array[]) => new Uint8Array(Buffer.concat(parts));

/** Texts that mean something to a reader of one of the syntaxes. */
const TOKENS = [
  ...[
    '{',
    '}',
    '[',
    ']',
    '"',
    ',',
    ':',
    '\\u0000',
    '\\ud800',
    '1e999',
    '-',
    'null',
    '\0',
    '\uFEFF',
  ],
  ...[
    '<',
    '>',
    '</',
    '/>',
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '&amp;',
    '&a;',
    '<!DOCTYPE a>',
    '<?x?>',
  ],
  ...[
    '<component>',
    '</components>',
    'xmlns=""',
    'xmlns:x="urn:x"',
    '\r',
    '\n',
    '<text>',
    '</text>',
  ],
  ...['SPDXVersion: ', 'PackageName: ', 'ExternalRef: ', 'Relationship: ', 'pkg:', '%00', '@', '?'],
].map((text) => Buffer.from(text));

/** Changes of bytes, whatever they mean. */
const OF_BYTES: readonly ((bytes: Uint8Array, random: Random) => Uint8Array)[] = [
  (bytes, random) => bytes.map((byte) => (random() < 0.002 ? below(random, 256) : byte)),
  (bytes, random) => bytes.subarray(0, below(random, bytes.length + 1)),
  (bytes, random) => {
    const [from, to] = slice(random, bytes);
    return joined(bytes.subarray(0, from), bytes.subarray(to));
  },
  (bytes, random) => {
    const [from, to] = slice(random, bytes);
    const part = bytes.subarray(from, to);
    const times = 1 + below(random, 2 ** below(random, 8));
    return joined(
      bytes.subarray(0, from),
      ...Array.from({ length: times }, () => part),
      bytes.subarray(from),
    );
  },
  (bytes, random) => {
    const at = below(random, bytes.length + 1);
    const tokens = Array.from({ length: 1 + below(random, 3) }, () => oneOf(random, TOKENS));
    return joined(bytes.subarray(0, at), ...tokens, bytes.subarray(at));
  },
];

/** Values that are seldom where they are put. */
const VALUES: readonly ((random: Random) => unknown)[] = [
  () => null,
  () => true,
  () => [],
  () => ({}),
  () => [[[[]]]],
  () => '',
  () => '\0',
  () => '\ud800',
  () => -1e300,
  () => ({ __proto__: null, constructor: { prototype: 1 }, toString: 'x', length: -1 }),
  // What has a length is measured before it is known to be no text.
  () => ({ length: { toString: 1 }, size: { toString: 1 } }),
  (random) => oneOf(random, ['constructor', 'toString', 'valueOf', 'hasOwnProperty', '__proto__']),
  (random) => 'x'.repeat(2 ** below(random, 15)),
  (random) => Array.from({ length: below(random, 3_000) }, () => null),
  (random) => nested(below(random, 300)),
];

function nested(depth: number): unknown {
  let value: unknown = [];
  for (let level = 0; level < depth; level += 1)
    value = level % 2 === 0 ? { components: value } : [value];
  return value;
}

interface Place {
  readonly holder: object;
  readonly key: string;
}

function places(root: unknown): Place[] {
  const found: Place[] = [];
  const open: unknown[] = [root];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value !== 'object' || value === null) continue;
    for (const key of Object.keys(value)) {
      found.push({ holder: value, key });
      open.push(Reflect.get(value, key));
    }
  }
  return found;
}

/** Changes one value of a JSON document: another kind, another place, none, or the value of a neighbour. */
function ofJson(bytes: Uint8Array, random: Random): Uint8Array | null {
  let root: unknown;
  try {
    root = JSON.parse(Buffer.from(bytes).toString());
  } catch {
    return null;
  }
  for (let round = 1 + below(random, 4); round > 0; round -= 1) {
    const all = places(root);
    if (all.length === 0) return null;
    const { holder, key } = oneOf(random, all);
    const other = oneOf(random, all);
    const taken: unknown = Reflect.get(other.holder, other.key);
    const choice = random();
    if (choice < 0.15) Reflect.deleteProperty(holder, key);
    else if (choice < 0.3) Reflect.set(holder, key, structuredClone(taken));
    else if (choice < 0.4) {
      // A member of that name is one like others; a list's own takes numbers alone.
      const name = Array.isArray(holder) && other.key === 'length' ? key : other.key;
      Reflect.set(holder, name, structuredClone(Reflect.get(holder, key)));
    } else if (choice < 0.5) Reflect.set(holder, key, [structuredClone(Reflect.get(holder, key))]);
    else Reflect.set(holder, key, oneOf(random, VALUES)(random));
  }
  return Buffer.from(JSON.stringify(root) ?? '');
}

/** Changes a document in a few places: its bytes, or what it says where it is JSON. Of any length up to some megabytes. */
export function mutated(document: Uint8Array, random: Random): Uint8Array {
  let bytes = document;
  for (let round = 1 + below(random, 3); round > 0; round -= 1) {
    const changed = random() < 0.5 ? ofJson(bytes, random) : null;
    bytes = changed ?? oneOf(random, OF_BYTES)(bytes, random);
  }
  return bytes.subarray(0, 4_000_000);
}
