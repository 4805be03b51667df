/** What XML 1.0 has no way to write, whatever it is escaped as; lone surrogates are among it. */
const NOT_IN_XML = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;
const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** A text as it may stand in an element or an attribute. Names come from scans: anything may be in them. */
export function escapeXml(text: string): string {
  return text.replace(NOT_IN_XML, '').replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '');
}

export type Attributes = Readonly<Record<string, string | number | undefined>>;

/** An element around markup. Attributes are escaped, `content` is not; what is undefined is left out. */
export function element(name: string, attributes: Attributes, content = ''): string {
  const written = Object.entries(attributes)
    .flatMap(([key, value]) => (value === undefined ? [] : [` ${key}="${valueOf(value)}"`]))
    .join('');
  return content === '' ? `<${name}${written}/>` : `<${name}${written}>${content}</${name}>`;
}

/** A line of text whose baseline begins at a point. */
export function textAt(x: number, y: number, text: string, attributes: Attributes = {}): string {
  return element('text', { x, y, ...attributes }, escapeXml(text));
}

/** A text of at most so many characters. */
export function shortened(text: string, characters: number): string {
  const all = [...text];
  return all.length <= characters ? text : `${all.slice(0, characters - 1).join('')}…`;
}

/** Hundredths of a pixel are finer than any print. */
function valueOf(value: string | number): string {
  return typeof value === 'number' ? String(Math.round(value * 100) / 100) : escapeXml(value);
}
