/** Lists all of them, from the nth on, and then those before it; after the last one comes the first again. */
export function fromNth<One>(all: readonly One[], nth: number): One[] {
  const at = all.length === 0 ? 0 : nth % all.length;
  return [...all.slice(at), ...all.slice(0, at)];
}
