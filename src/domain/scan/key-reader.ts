import type { KeptMember } from './keep-rules';

/** Longer than any name in the rules. */
const MAX_KEY_BYTES = 64;

/** Collects the text of one key at a time and says which of the read members it names. */
export class KeyReader {
  private readonly bytes = new Uint8Array(MAX_KEY_BYTES);
  private length = 0;
  /** The names that are read are short and ASCII; a key that is not needs no comparing. */
  private foreign = false;

  start(): void {
    this.length = 0;
    this.foreign = false;
  }

  piece(source: Uint8Array, from: number, to: number): void {
    this.foreign ||= this.length + to - from > MAX_KEY_BYTES;
    if (this.foreign) return;
    for (let at = from; at < to; at += 1) {
      this.bytes[this.length] = source[at] ?? 0;
      this.length += 1;
    }
  }

  escaped(codeUnit: number): void {
    this.foreign ||= codeUnit > 0x7f || this.length === MAX_KEY_BYTES;
    if (this.foreign) return;
    this.bytes[this.length] = codeUnit;
    this.length += 1;
  }

  /**
   * The member that the key names. The search begins at `guess`: writers keep to an order, so that it is
   * nearly always right. Returns the index, or -1.
   */
  find(members: readonly KeptMember[], guess: number): number {
    if (this.foreign) return -1;
    for (let tried = 0; tried < members.length; tried += 1) {
      const index = (guess + tried) % members.length;
      const member = members[index];
      if (member && this.equals(member.nameBytes)) return index;
    }
    return -1;
  }

  private equals(name: Uint8Array): boolean {
    if (name.length !== this.length) return false;
    for (let at = 0; at < name.length; at += 1) if (name[at] !== this.bytes[at]) return false;
    return true;
  }
}
