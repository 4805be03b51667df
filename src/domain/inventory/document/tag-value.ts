import { ByteWriter } from '@/domain/scan/body/copier';
import { InventoryDocumentError } from '../document';
import { MAX_RELATIONSHIPS } from './rules';
import { createTextDecoder, FORMATS_READ, type SyntaxReader } from './syntax';

/** A line, and a text of several lines that is read; longer ones are refused or cut. */
const MAX_LINE_LENGTH = 1_048_576;
const MAX_TEXT_LENGTH = 16_384;
/** Creators of a document, references and checksums of a package. */
const MAX_ITEMS = 1_000;

/** Tags of a package and their names in SPDX JSON. */
const PACKAGE_TAGS: ReadonlyMap<string, string> = new Map([
  ['SPDXID', 'SPDXID'],
  ['PackageVersion', 'versionInfo'],
  ['PrimaryPackagePurpose', 'primaryPackagePurpose'],
  ['PackageLicenseDeclared', 'licenseDeclared'],
  ['PackageLicenseConcluded', 'licenseConcluded'],
  ['PackageSourceInfo', 'sourceInfo'],
  ['ReleaseDate', 'releaseDate'],
  ['ValidUntilDate', 'validUntilDate'],
]);
/** Tags that begin something else than a package. */
const OTHER_SECTIONS = new Set(['FileName', 'SnippetSPDXID', 'LicenseID', 'Annotator', 'Reviewer']);
/** Tags that only a document has, wherever they stand. */
const DOCUMENT_TAGS = new Set(['SPDXVersion', 'DocumentName', 'Created', 'Creator']);
const TAG = /^([A-Za-z][A-Za-z0-9]*):\s*/;

type Section = 'document' | 'package' | 'other';

/** Reads SPDX tag-value into the JSON that SPDX JSON is reduced to. */
export function createTagValueReader(linesBefore: number): SyntaxReader {
  const decoder = createTextDecoder();
  const reader = new TagValueReader(linesBefore);
  let rest = '';
  const read = (decoded: string) => {
    const lines = (rest + decoded).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) reader.line(line.endsWith('\r') ? line.slice(0, -1) : line);
    if (rest.length > MAX_LINE_LENGTH) reader.fail('The line is too long');
  };
  return {
    write: (chunk) => read(decoder.write(chunk)),
    written: () => reader.out.written,
    takeWritten: () => reader.out.takeFull(),
    end() {
      read(decoder.end());
      if (rest !== '') reader.line(rest);
      return reader.end();
    },
  };
}

class TagValueReader {
  readonly out = new ByteWriter();
  private section: Section = 'document';
  private current: Record<string, unknown> | null = null;
  /** These lists hold JSON: a part of a line as such would keep the whole line. */
  private references: string[] = [];
  private checksums: string[] = [];
  private readonly document: Record<string, string> = {};
  private readonly creators: string[] = [];
  private created: string | null = null;
  private readonly relationships: string[] = [];
  private packages = 0;
  /** A text of several lines: its tag and what it was so far. */
  private open: { readonly tag: string; text: string; readonly startedAt: number } | null = null;
  private hasTag = false;

  constructor(private lineNumber: number) {
    this.write('{"packages":[');
  }

  /** @throws InventoryDocumentError */
  fail(reason: string, line = this.lineNumber): never {
    throw new InventoryDocumentError(reason, `line ${String(line)}`);
  }

  line(line: string): void {
    this.lineNumber += 1;
    if (this.open) {
      this.continueText(line);
      return;
    }
    if (line.trim() === '' || line.startsWith('#')) return;
    const match = TAG.exec(line);
    if (!match) this.fail(this.hasTag ? 'Expected "Tag: value"' : FORMATS_READ);
    this.hasTag = true;
    const [start, tag = ''] = match;
    const value = line.slice(start.length);
    const opened = value.indexOf('<text>');
    if (opened === 0) {
      this.open = { tag, text: '', startedAt: this.lineNumber };
      this.continueText(value.slice('<text>'.length));
    } else this.tag(tag, value.trim());
  }

  end(): Uint8Array[] {
    if (this.open) {
      this.fail('The <text> that begins here does not end', this.open.startedAt);
    }
    if (this.document['spdxVersion'] === undefined) {
      throw new InventoryDocumentError(FORMATS_READ);
    }
    this.endPackage();
    const created = JSON.stringify(this.created);
    this.write(`],"creationInfo":{"created":${created},"creators":[${this.creators.join(',')}]}`);
    this.write(`,"relationships":[${this.relationships.join(',')}]`);
    for (const [name, value] of Object.entries(this.document)) {
      this.write(`,${JSON.stringify(name)}:${JSON.stringify(value)}`);
    }
    this.write('}');
    return this.out.result();
  }

  private continueText(line: string): void {
    if (!this.open) return;
    const closed = line.indexOf('</text>');
    const piece = closed < 0 ? `${line}\n` : line.slice(0, closed);
    // Texts that are read are short; the others are licences and comments.
    if (this.open.text.length < MAX_TEXT_LENGTH) this.open.text += piece;
    if (closed < 0) return;
    const { tag, text } = this.open;
    this.open = null;
    this.tag(tag, text.trim());
  }

  private tag(tag: string, whole: string): void {
    const value = whole.slice(0, MAX_TEXT_LENGTH);
    if (tag === 'PackageName') this.startPackage(value);
    else if (OTHER_SECTIONS.has(tag)) this.startOther(tag);
    else if (tag === 'Relationship') this.relationship(value);
    else if (this.section === 'document' || DOCUMENT_TAGS.has(tag)) this.documentTag(tag, value);
    else if (this.section === 'package' && this.current) this.packageTag(this.current, tag, value);
  }

  private documentTag(tag: string, value: string): void {
    if (tag === 'SPDXVersion') this.document['spdxVersion'] = value;
    if (tag === 'SPDXID') this.document['SPDXID'] = value;
    if (tag === 'DocumentName') this.document['name'] = value;
    if (tag === 'Created') this.created = value;
    if (tag === 'Creator' && this.creators.length < MAX_ITEMS) {
      this.creators.push(JSON.stringify(value));
    }
  }

  private startPackage(name: string): void {
    this.endPackage();
    this.section = 'package';
    this.current = { name };
  }

  /** Annotations and reviews speak of the package before them, and do not end it. */
  private startOther(tag: string): void {
    if (tag === 'Annotator' || tag === 'Reviewer') return;
    this.endPackage();
    this.section = 'other';
  }

  private packageTag(current: Record<string, unknown>, tag: string, value: string): void {
    const name = PACKAGE_TAGS.get(tag);
    if (name !== undefined) current[name] = value;
    if (tag === 'ExternalRef') {
      const [, referenceType, referenceLocator] = value.split(/\s+/);
      if (referenceType === undefined || referenceLocator === undefined) {
        this.fail('Expected "ExternalRef: category type locator"');
      }
      if (this.references.length < MAX_ITEMS) {
        this.references.push(JSON.stringify({ referenceType, referenceLocator }));
      }
    }
    if (tag === 'PackageChecksum') {
      const [algorithm = '', checksumValue = ''] = value.split(/:\s*/, 2);
      if (this.checksums.length < MAX_ITEMS) {
        this.checksums.push(JSON.stringify({ algorithm, checksumValue }));
      }
    }
  }

  private relationship(value: string): void {
    const [spdxElementId, relationshipType, relatedSpdxElement] = value.split(/\s+/);
    if (spdxElementId === undefined || !relationshipType || relatedSpdxElement === undefined) {
      this.fail('Expected "Relationship: element TYPE element"');
    }
    // They may stand between packages, so they are held; those of files are not read.
    if (this.relationships.length === MAX_RELATIONSHIPS || isOfFiles(relationshipType)) return;
    this.relationships.push(
      JSON.stringify({ spdxElementId, relationshipType, relatedSpdxElement }),
    );
  }

  private endPackage(): void {
    if (!this.current) return;
    if (this.packages > 0) this.write(',');
    const own = JSON.stringify(this.current).slice(0, -1);
    const [references, checksums] = [this.references.join(','), this.checksums.join(',')];
    this.write(`${own},"externalRefs":[${references}],"checksums":[${checksums}]}`);
    this.packages += 1;
    this.current = null;
    this.references = [];
    this.checksums = [];
  }

  private write(json: string): void {
    this.out.write(Buffer.from(json));
  }
}

function isOfFiles(type: string): boolean {
  return type === 'OTHER' || type === 'CONTAINS' || type === 'CONTAINED_BY';
}
