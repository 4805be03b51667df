interface Held<Value> {
  readonly value: Value;
  readonly bytes: number;
}

/** Values by a key that stands for all that they follow from. The one that was asked for longest ago goes first. */
export class RecentlyUsed<Value> {
  private readonly held = new Map<string, Held<Value>>();
  private bytes = 0;

  /** @param limits bytes of all values together, and of the largest that is kept */
  constructor(private readonly limits: { readonly all: number; readonly one: number }) {}

  find(key: string): Value | null {
    const known = this.held.get(key);
    if (!known) return null;
    this.held.delete(key);
    this.held.set(key, known);
    return known.value;
  }

  /** Keeps a value, which nobody may change any more. */
  keep(key: string, value: Value, bytes: number): void {
    if (bytes > this.limits.one) return;
    this.forget(key);
    this.held.set(key, { value, bytes });
    this.bytes += bytes;
    for (const oldest of this.held.keys()) {
      if (this.bytes <= this.limits.all) return;
      this.forget(oldest);
    }
  }

  private forget(key: string): void {
    this.bytes -= this.held.get(key)?.bytes ?? 0;
    this.held.delete(key);
  }
}
