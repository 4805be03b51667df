import { readdir, readFile } from 'node:fs/promises';

const MIB = 1_024 * 1_024;

/** Resident memory of a process in MiB; NaN where the system does not tell. */
export async function residentMib(pid: number): Promise<number> {
  const status = await readFile(`/proc/${String(pid)}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? Number.NaN) / 1_024;
}

/** Files, sockets and pipes that a process holds open. */
export async function descriptors(pid: number): Promise<number> {
  const open = await readdir(`/proc/${String(pid)}/fd`).catch(() => null);
  return open?.length ?? Number.NaN;
}

/** A reading of the process's own metrics, by name; the sum where a name has several labels. */
function readingOf(metrics: string): (name: string) => number {
  return (name) => {
    const lines = metrics
      .split('\n')
      .filter((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`));
    return lines.length === 0
      ? Number.NaN
      : lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
  };
}

/** What a process says of its memory, in MiB; NaN where it does not tell. */
export interface Memory {
  /** In use, with the garbage. */
  readonly heap: number;
  /** Room that V8 has taken for the heap. */
  readonly committed: number;
  /** Beside the heap, for objects in it. */
  readonly external: number;
  /**
   * What of the heap is code. It grows for hours, as functions are compiled anew once they have run often enough: the fewer
   * requests a second, the longer, and no further than the program has functions.
   */
  readonly code: number;
}

/** Where V8 keeps code, and what it has to know of code. */
const SPACES_OF_CODE = ['code', 'code_large_object', 'trusted', 'trusted_large_object'];

/** Reads what a process says of its memory from its metrics. */
export function memoryMibIn(metrics: string): Memory {
  const told = readingOf(metrics);
  const codeBytes = SPACES_OF_CODE.map((space) =>
    told(`nodejs_heap_space_size_used_bytes{space="${space}"}`),
  );
  return {
    heap: told('nodejs_heap_size_used_bytes') / MIB,
    committed: told('nodejs_heap_size_total_bytes') / MIB,
    external: told('nodejs_external_memory_bytes') / MIB,
    code: codeBytes.reduce((sum, one) => sum + one, 0) / MIB,
  };
}

/** Asks a process what it says of its memory. */
export async function memoryMib(url: string): Promise<Memory> {
  return memoryMibIn(await fetch(url).then((answer) => answer.text()));
}

/** Has node log every collection of garbage. */
export const TRACE_COLLECTIONS = '--trace-gc';

/**
 * Hears from the log of a process with {@link TRACE_COLLECTIONS} what collections of its whole heap left of it. What is in use
 * says less: it has the garbage in it, of which node keeps more where it has time.
 */
export class LiveHeap {
  /** What the last one left, in MiB; NaN before the first one. */
  mib = Number.NaN;
  /** A line of which the end is still to come. */
  private begun = '';

  hear(text: string): void {
    const lines = `${this.begun}${text}`.split('\n');
    this.begun = lines.pop() ?? '';
    for (const line of lines) {
      const left = /^\[.*: Mark-Compact .*? -> (\d+\.\d) \(/.exec(line)?.[1];
      if (left !== undefined) this.mib = Number(left);
    }
  }
}
