import { type JsonHandler, MalformedJsonError, type ScalarKind, Want } from './handler';
import { type KeepRule, KeyReader } from './keep-rules';
import type { SbomReader } from './sbom-reader';
import { MAX_DEPTH } from './tokenizer';

/** Objects and arrays that are copied; what exceeds it could fill the memory of whoever parses them. */
const MAX_CONTAINERS = 4_000_000;

const ascii = (text: string): Uint8Array => Buffer.from(text, 'latin1');
const EMPTY_OBJECT = ascii('{}');
const EMPTY_ARRAY = ascii('[]');
const EMPTY_SCALARS: Readonly<Record<Exclude<ScalarKind, 'literal'>, Uint8Array>> = {
  string: ascii('""'),
  number: ascii('0'),
};
const COMMA = 0x2c;

/** Copies the tokens that the rules name. A frame is an open container: its rule, or null when it is dropped. */
export class Copier implements JsonHandler {
  private readonly out = new ByteWriter();
  private readonly key = new KeyReader();
  private readonly frames: (KeepRule | null)[] = [];
  /** Per frame, how many items or members it has had so far that are read. */
  private readonly counts = new Uint32Array(MAX_DEPTH + 1);
  /** Per frame, which of the members that are read is likely to come next. */
  private readonly nextMembers = new Uint32Array(MAX_DEPTH + 1);
  private memberRule: KeepRule | null = null;
  private target: 'key' | 'out' | 'sbom' = 'out';
  private containers = 0;

  /** @param sbom receives what `sbom` rules speak of; null where the rules have none */
  constructor(
    private readonly root: KeepRule,
    private readonly sbom: SbomReader | null,
    private readonly maxContainers = MAX_CONTAINERS,
  ) {}

  /** Bytes written so far, taken or not. */
  get written(): number {
    return this.out.written;
  }

  takeWritten(): Uint8Array[] {
    return this.out.takeFull();
  }

  result(): Uint8Array[] {
    return this.out.result();
  }

  startObject(): void {
    this.open(['members', 'record'], '{', EMPTY_OBJECT);
  }

  endObject(): void {
    if (this.frames.pop()) this.out.writeByte(0x7d);
  }

  startArray(): void {
    this.open(['list'], '[', EMPTY_ARRAY);
  }

  endArray(): void {
    if (this.frames.pop()) this.out.writeByte(0x5d);
  }

  startKey(): Want {
    const frame = this.frames.at(-1);
    if (frame?.kind === 'members') {
      this.target = 'key';
      this.key.start();
      return Want.text;
    }
    this.memberRule = frame?.kind === 'record' ? this.nextItem(frame) : null;
    this.target = 'out';
    return this.memberRule ? Want.source : Want.nothing;
  }

  endKey(): void {
    const frame = this.frames.at(-1);
    if (frame?.kind === 'members') {
      const depth = this.frames.length - 1;
      const index = this.key.find(frame.members, this.nextMembers[depth] ?? 0);
      if (index !== -1) this.nextMembers[depth] = index + 1;
      const member = frame.members[index];
      this.memberRule = member?.rule ?? null;
      if (!member || member.rule.kind === 'sbom') return;
      this.separate();
      this.out.writeByte(0x22);
      this.out.write(member.nameBytes);
      this.out.writeByte(0x22);
    }
    if (this.memberRule) this.out.writeByte(0x3a);
  }

  startScalar(kind: ScalarKind): Want {
    const rule = this.nextRule();
    if (!rule) return Want.nothing;
    if (rule.kind === 'sbom') {
      this.target = 'sbom';
      this.sbom?.start(kind === 'string');
      return kind === 'string' ? Want.text : Want.source;
    }
    this.target = 'out';
    if (kind === 'literal' || optionOf(rule, ['scalar']).kind === 'scalar') return Want.source;
    this.out.write(EMPTY_SCALARS[kind]);
    return Want.nothing;
  }

  endScalar(): void {
    if (this.target !== 'sbom') return;
    this.sbom?.end();
    this.target = 'out';
  }

  piece(bytes: Uint8Array, from: number, to: number): void {
    if (this.target === 'out') this.out.write(bytes, from, to);
    else this[this.target]?.piece(bytes, from, to);
  }

  escaped(codeUnit: number): void {
    if (this.target !== 'out') this[this.target]?.escaped(codeUnit);
  }

  private open(kinds: readonly KeepRule['kind'][], bracket: '{' | '[', empty: Uint8Array): void {
    const given = this.nextRule();
    const rule = given && optionOf(given, kinds);
    const isRead = rule !== null && kinds.includes(rule.kind);
    if (isRead) this.out.writeByte(bracket.charCodeAt(0));
    else if (rule?.kind === 'sbom') this.sbom?.start(false);
    else if (rule) this.out.write(empty);
    this.counts[this.frames.length] = 0;
    this.nextMembers[this.frames.length] = 0;
    this.frames.push(isRead ? rule : null);
    if (!rule) return;
    this.containers += 1;
    if (this.containers > this.maxContainers) throw new MalformedJsonError(0, 'too many objects');
  }

  /** The rule of the value that begins here; in a list this also writes the comma before it. */
  private nextRule(): KeepRule | null {
    const frame = this.frames.at(-1);
    if (frame === undefined) return this.root;
    return frame?.kind === 'list' ? this.nextItem(frame) : frame && this.memberRule;
  }

  private nextItem(frame: KeepRule & { kind: 'list' | 'record' }): KeepRule | null {
    if ((this.counts[this.frames.length - 1] ?? 0) >= frame.maxItems) return null;
    this.separate();
    return frame.item;
  }

  /** Counts an item of the innermost frame and writes the comma between it and the one before. */
  private separate(): void {
    const frame = this.frames.length - 1;
    const count = this.counts[frame] ?? 0;
    if (count > 0) this.out.writeByte(COMMA);
    this.counts[frame] = count + 1;
  }
}

/** The option of an `either` that is of one of these kinds; the rule itself where there is none. */
function optionOf(rule: KeepRule, kinds: readonly KeepRule['kind'][]): KeepRule {
  if (rule.kind !== 'either') return rule;
  return rule.options.find((option) => kinds.includes(option.kind)) ?? rule;
}

/** Below this a loop copies faster than a view can be made. */
const SHORT_BYTES = 64;
const FIRST_BLOCK_BYTES = 4_096;
const MAX_BLOCK_BYTES = 131_072;

/**
 * Collects bytes in blocks, so that growing never copies what was written and nothing is held twice. What is
 * written is copied: the caller may reuse its bytes.
 */
export class ByteWriter {
  private full: Uint8Array[] = [];
  private block = new Uint8Array(FIRST_BLOCK_BYTES);
  private length = 0;
  private bytesBefore = 0;

  /** Bytes written so far, taken or not. */
  get written(): number {
    return this.bytesBefore + this.length;
  }

  write(source: Uint8Array, from = 0, to = source.length): void {
    let at = from;
    while (to - at > this.block.length - this.length) {
      const fitting = this.block.length - this.length;
      this.copy(source, at, at + fitting);
      at += fitting;
      this.nextBlock();
    }
    this.copy(source, at, to);
  }

  writeByte(byte: number): void {
    if (this.length === this.block.length) this.nextBlock();
    this.block[this.length] = byte;
    this.length += 1;
  }

  /** Lets go of what was written but its last part. What {@link result} gives goes on after it. */
  takeFull(): Uint8Array[] {
    const { full } = this;
    this.full = [];
    return full;
  }

  /** Takes the parts written since, in order. The last is a view, valid until the next write. */
  result(): Uint8Array[] {
    return [...this.full, this.block.subarray(0, this.length)];
  }

  private copy(source: Uint8Array, from: number, to: number): void {
    if (to - from > SHORT_BYTES) this.block.set(source.subarray(from, to), this.length);
    else
      for (let at = from; at < to; at += 1) this.block[this.length + at - from] = source[at] ?? 0;
    this.length += to - from;
  }

  private nextBlock(): void {
    this.full.push(this.block);
    this.bytesBefore += this.block.length;
    this.block = new Uint8Array(Math.min(this.block.length * 2, MAX_BLOCK_BYTES));
    this.length = 0;
  }
}
