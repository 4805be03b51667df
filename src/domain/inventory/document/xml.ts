import { SaxesParser, type SaxesTagNS } from 'saxes';
import { ByteWriter } from '@/domain/scan/body/copier';
import { InventoryDocumentError } from '../document';
import { createTextDecoder, FORMATS_READ, type SyntaxReader } from './syntax';

/** Components within components, and levels of anything else within one component. */
export const MAX_NESTING = 64;
const MAX_ATTRIBUTES = 256;
/** A single text, attribute, comment or instruction; what is longer is refused before it is held. */
const MAX_TEXT_LENGTH = 4_194_304;
/** How much is handed to the parser between two looks at that limit. */
const SLICE_LENGTH = 65_536;
/** As in JSON: elements that become objects or lists. */
const MAX_CONTAINERS = 3_000_000;

const NAMESPACE = /^http:\/\/cyclonedx\.org\/schema\/bom\/(\d+\.\d+)$/;

/**
 * The form of an element in JSON, by its name. `through`: its children count as its parent's.
 * `named`: an object of its attribute `name` and its text.
 */
type Rule =
  | { readonly kind: 'text' }
  | { readonly kind: 'named' }
  | { readonly kind: 'object'; readonly attributes: readonly string[]; children: Children }
  | { readonly kind: 'list' | 'through'; readonly children: Children };
type Children = ReadonlyMap<string, Rule>;

const text: Rule = { kind: 'text' };
const texts = (...names: string[]) => names.map((name): [string, Rule] => [name, text]);
const object = (children: [string, Rule][], attributes: readonly string[] = []) => ({
  kind: 'object' as const,
  attributes,
  children: new Map(children),
});
const listOf = (...items: [string, Rule][]): Rule => ({ kind: 'list', children: new Map(items) });

const properties = listOf(['property', { kind: 'named' }]);
const licenses = listOf(['license', object(texts('id', 'name'))], ['expression', text]);
const occurrences = listOf(['occurrence', object(texts('location'))]);
const component = object(
  [
    ...texts('group', 'name', 'version', 'versionRange', 'scope', 'cpe', 'purl'),
    ['licenses', licenses],
    ['evidence', object([['occurrences', occurrences]])],
    ['properties', properties],
  ],
  ['type'],
);
const components = listOf(['component', component]);
component.children = new Map([...component.children, ['components', components]]);

const tool: [string, Rule][] = [
  ['tool', object(texts('vendor', 'name', 'version'))],
  ['component', object(texts('name', 'version'))],
];
const bom = object([
  [
    'metadata',
    object([
      ...texts('timestamp'),
      // The older list of tools and the newer one of their components are read as one list.
      ['tools', listOf(...tool, ['components', { kind: 'through', children: new Map(tool) }])],
      ['component', component],
      ['properties', properties],
    ]),
  ],
  ['components', components],
  ['vulnerabilities', listOf(['vulnerability', object([])])],
]);

/** An open element: its rule, null where it is not read, and how many values it has had in JSON. */
interface Frame {
  readonly rule: Rule | null;
  values: number;
  text: string;
  readonly name: string;
  /** Levels between it and the innermost component. */
  readonly level: number;
}

/** Reads CycloneDX XML into the JSON that CycloneDX JSON is reduced to. */
export function createXmlReader(linesBefore: number): SyntaxReader {
  const writer = new BomWriter();
  const parser = new SaxesParser({ xmlns: true, position: true });
  const placed = (reason: string) =>
    new InventoryDocumentError(
      reason,
      `line ${String(parser.line + linesBefore)}, column ${String(parser.column + 1)}`,
    );
  const since: Since = { unread: 0, attributes: 0 };
  listen(parser, writer, placed, since);
  const decoder = createTextDecoder();
  const parse = (decoded: string) => {
    for (let at = 0; at < decoded.length; at += SLICE_LENGTH) {
      const slice = decoded.slice(at, at + SLICE_LENGTH);
      since.unread += slice.length;
      parser.write(slice);
      if (since.unread > MAX_TEXT_LENGTH + SLICE_LENGTH)
        throw placed('A text or attribute is too long');
    }
  };
  return {
    write: (chunk) => parse(decoder.write(chunk)),
    written: () => writer.out.written,
    takeWritten: () => writer.out.takeFull(),
    end() {
      parse(decoder.end());
      parser.close();
      return writer.out.result();
    },
  };
}

/** Read since the last event: characters, and attributes of one element. */
interface Since {
  unread: number;
  attributes: number;
}

/** Hands the parser's events to the writer, and refuses what is not read. */
function listen(
  parser: SaxesParser<{ xmlns: true; position: true }>,
  writer: BomWriter,
  placed: (reason: string) => InventoryDocumentError,
  since: Since,
): void {
  const reading = (read: () => void) => {
    since.unread = 0;
    since.attributes = 0;
    try {
      read();
    } catch (error) {
      throw error instanceof NotRead ? placed(error.message) : error;
    }
  };
  parser.on('error', (error) => {
    throw placed(`This is no XML document: ${error.message.replace(/^(?:\d+:\d+: )/, '')}`);
  });
  parser.on('doctype', () => {
    throw placed('A document type (DOCTYPE) is not read, nor entities of its own');
  });
  parser.on('xmldecl', ({ encoding }) => {
    if (encoding === undefined || /^(?:utf-?8|us-ascii)$/i.test(encoding)) return;
    throw placed('The document is not UTF-8; save it as UTF-8');
  });
  parser.on('attribute', () => {
    since.attributes += 1;
    since.unread = 0;
    if (since.attributes > MAX_ATTRIBUTES) throw placed('The element has too many attributes');
  });
  parser.on('opentag', (tag) => reading(() => writer.open(tag)));
  parser.on('closetag', () => reading(() => writer.close()));
  parser.on('text', (piece) => reading(() => writer.text(piece)));
  parser.on('cdata', (piece) => reading(() => writer.text(piece)));
  parser.on('comment', () => reading(() => undefined));
  parser.on('processinginstruction', () => reading(() => undefined));
}

/** A document that is XML, and not one that is read; its place is told by the parser. */
class NotRead extends Error {}

/** Writes the elements that are read as JSON, in the order in which they come. */
class BomWriter {
  readonly out = new ByteWriter();
  private readonly frames: Frame[] = [];
  private componentLevel = 0;
  private containers = 0;
  private namespace = '';

  open(tag: SaxesTagNS): void {
    const parent = this.frames.at(-1);
    const rule = parent ? this.childRule(parent, tag) : this.rootRule(tag);
    const isComponent = rule === component;
    const level = isComponent ? 0 : (parent?.level ?? 0) + 1;
    if (isComponent) this.componentLevel += 1;
    if (level > MAX_NESTING || this.componentLevel > MAX_NESTING) {
      throw new NotRead(`Elements are nested more than ${String(MAX_NESTING)} deep`);
    }
    if (rule && rule.kind !== 'through') this.startValue(tag.local);
    this.frames.push({ rule, values: 0, text: '', name: tag.local, level });
    if (rule) this.startContainer(rule, tag);
  }

  text(piece: string): void {
    const frame = this.frames.at(-1);
    if (frame?.rule?.kind !== 'text' && frame?.rule?.kind !== 'named') return;
    frame.text += piece;
    // Comments within may cut it into any number of pieces.
    if (frame.text.length > MAX_TEXT_LENGTH) throw new NotRead('A text is too long');
  }

  close(): void {
    const frame = this.frames.pop();
    if (frame?.rule === component) this.componentLevel -= 1;
    if (!frame?.rule) return;
    switch (frame.rule.kind) {
      case 'text':
        this.write(JSON.stringify(frame.text.trim()));
        break;
      case 'named':
        this.write(`,"value":${JSON.stringify(frame.text.trim())}}`);
        break;
      case 'object':
        this.write('}');
        break;
      case 'list':
        this.write(']');
        break;
      case 'through':
        break;
    }
  }

  private rootRule(tag: SaxesTagNS): Rule {
    const version = NAMESPACE.exec(tag.uri)?.[1];
    if (tag.local !== 'bom' || version === undefined) {
      throw new NotRead(
        `This XML has no root element "bom" in a namespace of CycloneDX. ${FORMATS_READ}`,
      );
    }
    this.namespace = tag.uri;
    this.write(`{"bomFormat":"CycloneDX","specVersion":${JSON.stringify(version)}`);
    return bom;
  }

  /** Elements of other namespaces are extensions, and not read with all that they hold. */
  private childRule(parent: Frame, tag: SaxesTagNS): Rule | null {
    if (!parent.rule || !('children' in parent.rule) || tag.uri !== this.namespace) return null;
    return parent.rule.children.get(tag.local) ?? null;
  }

  /** Writes what stands before a value: a comma, and in an object its name. */
  private startValue(name: string): void {
    const holder = this.frames.findLast(({ rule }) => rule?.kind !== 'through');
    if (!holder) return;
    if (holder.values > 0) this.write(',');
    holder.values += 1;
    if (holder.rule?.kind === 'object') this.write(`${JSON.stringify(name)}:`);
  }

  private startContainer(rule: Rule, tag: SaxesTagNS): void {
    if (rule.kind !== 'text') this.containers += 1;
    if (this.containers > MAX_CONTAINERS) throw new NotRead('The document has too many elements');
    const frame = this.frames.at(-1);
    if (rule.kind === 'list') this.write('[');
    if (rule.kind === 'named') {
      this.write(`{"name":${JSON.stringify(tag.attributes['name']?.value ?? '')}`);
    }
    if (rule.kind !== 'object' || !frame) return;
    if (rule === bom) {
      frame.values = 1;
      return;
    }
    const known = rule.attributes.flatMap((name) => {
      const value = tag.attributes[name]?.value;
      return value === undefined ? [] : [`${JSON.stringify(name)}:${JSON.stringify(value)}`];
    });
    frame.values = known.length;
    this.write(`{${known.join(',')}`);
  }

  private write(json: string): void {
    this.out.write(Buffer.from(json));
  }
}
