import * as z from 'zod';
import type { Arguments } from './arguments';
import { runFileCommand } from './file';
import type { Surroundings } from './given';

const PATH = 'api/policy_file';

const entry = z.record(z.string(), z.unknown()).nullable();
const list = z
  .object({
    changes: z.array(
      z.object({ change: z.string(), line: z.number().nullable(), before: entry, after: entry }),
    ),
    same: z.number(),
  })
  .nullable();
const changes = z.object({
  ...{ applied: z.boolean(), policies: list, dates: list },
  // Servers of before have none.
  projects: list.default(null),
});
type Changes = z.output<typeof changes>;

/** Writes the policy file that there is, says what one at hand would change, or applies it. */
export function runPolicyCommand(args: Arguments, around: Surroundings): Promise<void> {
  return runFileCommand(args, around, {
    path: PATH,
    words: (answer) => {
      const parsed = changes.safeParse(answer);
      return parsed.success ? toText(parsed.data) : null;
    },
  });
}

/** What becomes of an entry, as a sign. */
export const SIGNS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    added: '+',
    removed: '-',
    moved: '>',
    changed: '~',
  }),
);

function toText({ applied, policies, dates, projects }: Changes): string {
  const lines = [
    ...listed('policy', policies),
    ...listed('date', dates),
    ...listed('project', projects),
  ];
  const total = lines.length;
  const end =
    total === 0
      ? 'Nothing changes.'
      : `${String(total)} of them ${applied ? 'applied' : 'to be applied'}.`;
  return `${[...lines, end].join('\n')}\n`;
}

function listed(noun: string, entries: Changes['policies']): string[] {
  return (entries?.changes ?? []).map(({ change, line, before, after }) => {
    const place = line === null ? '' : `  (line ${String(line)})`;
    const said =
      change === 'changed' ? `${words(before)} => ${words(after)}` : words(after ?? before);
    return `${SIGNS.get(change) ?? '?'} ${noun} ${said}${place}`;
  });
}

function words(fields: z.output<typeof entry>): string {
  return Object.entries(fields ?? {})
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' ');
}
