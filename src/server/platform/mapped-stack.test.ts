import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mappedStack } from './mapped-stack';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'eventide-stack-'));
  mkdirSync(join(folder, 'src'));
  writeFileSync(
    join(folder, 'src/shop.ts'),
    `interface Order { readonly id: number }
// A comment that is not in the bundle.
export class Shop {
  sell({ id }: Order): never {
    const items = [1, 2, 3].map((n: number): number => n * id);
    if (items.length === 3) throw new Error('sold out');
    throw new Error('never');
  }
}
`,
  );
  writeFileSync(
    join(folder, 'src/main.ts'),
    `import { Shop } from './shop';

type Work = () => void;
const work: Work = () => new Shop().sell({ id: 7 });
try { [1].forEach(work); } catch (error) { console.log((error as Error).stack); }
`,
  );
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

function stacksOf(name: string, options: Parameters<typeof buildSync>[0]) {
  const outfile = join(folder, 'dist', name);
  buildSync({
    ...{ entryPoints: [join(folder, 'src/main.ts')], outfile },
    ...{ bundle: true, platform: 'node', sourcemap: true, logLevel: 'silent' },
    ...options,
  });
  const run = (...flags: string[]) =>
    execFileSync(process.execPath, [...flags, outfile], { encoding: 'utf8' }).trim();
  return { raw: run(), byNode: run('--enable-source-maps') };
}

const placesIn = (stack: string) => stack.match(/[\w./-]*\.ts:\d+:\d+/g);

describe('the stack of an error in bundled code', () => {
  it.each([
    ['a module', 'module.js', { format: 'esm' }],
    ['a script', 'script.js', { format: 'cjs' }],
    ['a minified script', 'minified.js', { format: 'cjs', minify: true }],
  ] as const)('names the places that node would, in %s', (_, name, options) => {
    writeFileSync(
      join(folder, 'package.json'),
      JSON.stringify({ type: options.format === 'esm' ? 'module' : 'commonjs' }),
    );
    const { raw, byNode } = stacksOf(name, options);
    expect(placesIn(raw)).toBeNull();
    expect(placesIn(mappedStack(raw))).toEqual(placesIn(byNode));
    expect(placesIn(byNode)?.length).toBeGreaterThanOrEqual(3);
  });

  it('stays as it is without a map, and with one that is none', () => {
    const without = `Error: x\n    at f (${join(folder, 'dist/without.js')}:1:1)\n    at node:internal/x:1:1`;
    expect(mappedStack(without)).toBe(without);
    writeFileSync(join(folder, 'dist/broken.js.map'), '{"mappings":');
    const broken = `Error: x\n    at f (${join(folder, 'dist/broken.js')}:1:1)`;
    expect(mappedStack(broken)).toBe(broken);
    expect(readdirSync(join(folder, 'dist'))).toContain('broken.js.map');
  });

  it('reads no maps of packages', () => {
    mkdirSync(join(folder, 'node_modules'));
    writeFileSync(
      join(folder, 'node_modules/one.js.map'),
      JSON.stringify({ sources: ['one.ts'], mappings: 'AAAA' }),
    );
    const stack = `Error: x\n    at f (${join(folder, 'node_modules/one.js')}:1:1)`;
    expect(mappedStack(stack)).toBe(stack);
  });
});
