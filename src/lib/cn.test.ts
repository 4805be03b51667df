import { globSync, readFileSync } from 'node:fs';
import { extendTailwindMerge } from 'tailwind-merge';
import { expect, test } from 'vitest';
import { cn } from './cn';

/** Everything Tailwind has, with our own font sizes, which it would take for colours. */
const fullMerge = extendTailwindMerge({
  extend: { theme: { text: ['xs', 'sm', 'base', 'lg', 'xl', '2xl'] } },
});

/** Names of CSS properties that stand in strings, too. */
const PROPERTY = /^font-(?:family|size|weight)$/;
const CLASS = /^-?[a-z][\w\-./[\]()%,&*=#'~+]*$/i;

/** What may be a class: the words of all strings in the source, without what comes before their last colon. */
function classesInSource(): string[] {
  const files = globSync('src/{app,components,features}/**/*.{ts,tsx}').filter(
    (file) => !file.includes('.test.'),
  );
  const words = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/(['"`])((?:(?!\1)[^\\\n])*)\1/g)].flatMap(
      ([, , text = '']) => text.split(/\s+/),
    ),
  );
  const bare = words.map((word) => word.replace(/^(?:[^[\]]|\[[^\]]*\])*:/, ''));
  return [...new Set(bare)].filter((word) => CLASS.test(word) && !PROPERTY.test(word));
}

// Some hundred thousand pairs take a few seconds.
test(
  'any two classes of this project merge as they would with all of Tailwind’s',
  { timeout: 60_000 },
  () => {
    const classes = classesInSource().filter((one) => fullMerge(`${one} ${one}`) === one);
    expect(classes.length).toBeGreaterThan(300);
    const different: string[] = [];
    for (const first of classes) {
      for (const second of classes) {
        if (first === second) continue; // Twice is as good as once.
        const pair = `${first} ${second}`;
        const [ours, full] = [cn(pair), fullMerge(pair)];
        if (ours !== full) different.push(`${pair}: ${ours}, not ${full}`);
      }
    }
    expect(different).toEqual([]);
  },
);

test.each([
  ['px-2 p-0', 'p-0'],
  ['h-8 pointer-coarse:h-10 h-7', 'pointer-coarse:h-10 h-7'],
  ['text-sm text-muted text-xs', 'text-muted text-xs'],
  ['border border-b-2 border-fg border-0', 'border-fg border-0'],
  ['hover:bg-hover hover:bg-active', 'hover:bg-active'],
])('%s is %s', (classes, merged) => {
  expect(cn(classes)).toBe(merged);
});
