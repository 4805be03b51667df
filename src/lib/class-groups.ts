type Part = string | ((value: string) => boolean);
type Group = readonly (string | Readonly<Record<string, readonly Part[]>>)[];

const any = () => true;
const isNumber = (value: string) => /^-?\d+(?:\.\d+)?$/.test(value);
/** A bare number, or an arbitrary value that begins with one: `2`, `[1px]`. */
const isLength = (value: string) => isNumber(value) || /^\[-?\d/.test(value);
const isNamedSize = (value: string) => /^(?:xs|sm|base|lg|\d?xl)$/.test(value);

const ALIGNMENTS = ['left', 'center', 'right', 'justify', 'start', 'end'];
const LINE_STYLES = ['solid', 'dashed', 'dotted', 'double', 'hidden', 'none'];

/** Each name is a group: `p-4` and `p-1` are both of `p`. */
function named(...names: readonly string[]): Record<string, Group> {
  return Object.fromEntries(names.map((name) => [name, [{ [name]: [any] }]]));
}

/** A border's sides: a width or, else, a colour. */
function borders(...sides: readonly string[]): Record<string, Group> {
  const entries = sides.flatMap((side): [string, Group][] => [
    [`border-w-${side}`, [{ [`border-${side}`]: ['', isLength] }]],
    [`border-color-${side}`, [{ [`border-${side}`]: [any] }]],
  ]);
  return Object.fromEntries(entries);
}

/**
 * Which classes set the same property, for `cn`: those that this project uses and no more, since every page
 * carries them. A test holds this against all of Tailwind's for every class in the source.
 */
export const CLASS_GROUPS: Record<string, Group> = {
  display: [
    'block',
    'inline',
    'inline-block',
    'flex',
    'inline-flex',
    'grid',
    'inline-grid',
    'contents',
    'hidden',
    'table',
  ],
  sr: ['sr-only', 'not-sr-only'],
  visibility: ['visible', 'invisible', 'collapse'],
  position: ['static', 'fixed', 'absolute', 'relative', 'sticky'],
  ...named('inset', 'inset-x', 'inset-y', 'top', 'right', 'bottom', 'left', 'z', 'order', 'basis'),
  ...named(
    'overflow',
    'overflow-x',
    'overflow-y',
    'auto-cols',
    'grid-flow',
    'grid-cols',
    'grid-rows',
  ),
  ...named(
    'gap',
    'gap-x',
    'gap-y',
    'items',
    'self',
    'justify-items',
    'justify-self',
    'place-items',
  ),
  ...named('p', 'px', 'py', 'pt', 'pr', 'pb', 'pl', 'm', 'mx', 'my', 'mt', 'mr', 'mb', 'ml'),
  ...named('size', 'w', 'min-w', 'max-w', 'h', 'min-h', 'max-h', 'leading', 'tracking', 'opacity'),
  ...named(
    'whitespace',
    'align',
    'cursor',
    'pointer-events',
    'select',
    'resize',
    'animate',
    'transition',
  ),
  ...named(
    'duration',
    'delay',
    'fill',
    'translate',
    'translate-x',
    'translate-y',
    'underline-offset',
    'scroll-mt',
    'scroll-py',
    'outline-offset',
  ),
  'flex-direction': [{ flex: ['row', 'row-reverse', 'col', 'col-reverse'] }],
  'flex-wrap': [{ flex: ['nowrap', 'wrap', 'wrap-reverse'] }],
  flex: [{ flex: [isLength, 'auto', 'initial', 'none'] }],
  grow: [{ grow: ['', isNumber] }],
  shrink: [{ shrink: ['', isNumber] }],
  'col-start-end': [{ col: [any] }],
  'justify-content': [{ justify: [any] }],
  'align-content': [{ content: ['start', 'center', 'end', 'between', 'around', 'stretch'] }],
  content: [{ content: [any] }],
  'font-family': [{ font: ['sans', 'mono'] }],
  'font-weight': [{ font: [any] }],
  numeric: ['tabular-nums', 'proportional-nums'],
  'font-size': [{ text: [isNamedSize, isLength] }],
  'text-alignment': [{ text: ALIGNMENTS }],
  'text-wrap': [{ text: ['wrap', 'nowrap', 'balance', 'pretty'] }],
  'text-color': [{ text: [any] }],
  'text-overflow': ['truncate'],
  wrap: [{ wrap: [any] }],
  'text-decoration': ['underline', 'line-through', 'no-underline'],
  'text-decoration-color': [{ decoration: [any] }],
  'bg-image': [{ 'bg-linear': [any] }],
  'bg-color': [{ bg: [any] }],
  ...Object.fromEntries(
    [
      'rounded',
      'rounded-t',
      'rounded-r',
      'rounded-b',
      'rounded-l',
      'rounded-tl',
      'rounded-tr',
      'rounded-br',
      'rounded-bl',
    ].map((corner): [string, Group] => [corner, [{ [corner]: ['', any] }]]),
  ),
  'border-w': [{ border: ['', isLength] }],
  'border-style': [{ border: LINE_STYLES }],
  'border-collapse': [{ border: ['collapse', 'separate'] }],
  ...named('border-spacing'),
  ...borders('x', 'y', 't', 'r', 'b', 'l'),
  'border-color': [{ border: [any] }],
  'divide-y': [{ 'divide-y': ['', isLength] }],
  'outline-style': [{ outline: LINE_STYLES }],
  'outline-w': [{ outline: ['', isLength] }],
  'outline-color': [{ outline: [any] }],
  'stroke-w': [{ stroke: [isLength] }],
  stroke: [{ stroke: [any] }],
  shadow: [{ shadow: ['', any] }],
};

const SIDES = ['t', 'r', 'b', 'l'];
const CORNERS = ['tl', 'tr', 'br', 'bl'];
const each = (prefix: string, ends: readonly string[]) => ends.map((end) => `${prefix}${end}`);

/** Groups that a later class of another group takes away: after `p-0` an earlier `px-4` says nothing. */
export const CONFLICTING_GROUPS: Record<string, readonly string[]> = {
  overflow: ['overflow-x', 'overflow-y'],
  inset: ['inset-x', 'inset-y', 'top', 'right', 'bottom', 'left'],
  'inset-x': ['right', 'left'],
  'inset-y': ['top', 'bottom'],
  flex: ['basis', 'grow', 'shrink'],
  gap: ['gap-x', 'gap-y'],
  p: each('p', ['x', 'y', ...SIDES]),
  px: ['pr', 'pl'],
  py: ['pt', 'pb'],
  m: each('m', ['x', 'y', ...SIDES]),
  mx: ['mr', 'ml'],
  my: ['mt', 'mb'],
  size: ['w', 'h'],
  'font-size': ['leading'],
  rounded: each('rounded-', [...SIDES, ...CORNERS]),
  'rounded-t': ['rounded-tl', 'rounded-tr'],
  'rounded-r': ['rounded-tr', 'rounded-br'],
  'rounded-b': ['rounded-br', 'rounded-bl'],
  'rounded-l': ['rounded-tl', 'rounded-bl'],
  translate: ['translate-x', 'translate-y'],
  'border-w': each('border-w-', ['x', 'y', ...SIDES]),
  'border-w-x': ['border-w-r', 'border-w-l'],
  'border-w-y': ['border-w-t', 'border-w-b'],
  'border-color': each('border-color-', ['x', 'y', ...SIDES]),
  'border-color-x': ['border-color-r', 'border-color-l'],
  'border-color-y': ['border-color-t', 'border-color-b'],
};
