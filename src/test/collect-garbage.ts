import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const TURNS = 4;

/** Collects what nothing holds any more, for tests that look whether something is let go of. */
export async function collectGarbage(): Promise<void> {
  setFlagsFromString('--expose-gc');
  // The flag makes the collector callable in contexts that come after it.
  const collect = runInNewContext('gc') as () => void;
  for (let turn = 0; turn < TURNS; turn += 1) {
    await new Promise((done) => setImmediate(done));
    collect();
  }
}
