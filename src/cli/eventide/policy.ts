import { writeFile } from 'node:fs/promises';
import * as z from 'zod';
import { UsageError, type Arguments } from './arguments';
import { read, serviceOf, STDIN, type Surroundings } from './given';
import { call, ServiceError } from './service';

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
export async function runPolicyCommand(args: Arguments, around: Surroundings): Promise<void> {
  const [act = '', file = STDIN, ...others] = args.operands;
  if (others.length > 0) throw new UsageError('One file at a time.');
  const service = await serviceOf(args);
  if (act === 'export') {
    const answer = z
      .object({ file: z.string() })
      .safeParse(await call(service, { method: 'GET', path: PATH, parameters: [] }));
    if (!answer.success) throw notOurs();
    if (file === STDIN) around.write(answer.data.file);
    else {
      await writeFile(file, answer.data.file).catch((error: unknown) => {
        throw new UsageError(error instanceof Error ? error.message : `${file} cannot be written.`);
      });
    }
    return;
  }
  if (act !== 'diff' && act !== 'apply') {
    throw new UsageError('eventide policy export|diff|apply [FILE]');
  }
  const answer = await call(service, {
    ...{ method: 'PUT', path: PATH, isPackable: false },
    parameters: act === 'diff' ? [['dry_run', 'true']] : [],
    body: await read(file, around),
  });
  const parsed = changes.safeParse(answer);
  if (!parsed.success) throw notOurs();
  const isJson = args.outputs.some(({ format }) => format === 'json');
  around.write(isJson ? `${JSON.stringify(answer, null, 2)}\n` : toText(parsed.data));
}

const SIGNS: Readonly<Record<string, string>> = {
  added: '+',
  removed: '-',
  moved: '>',
  changed: '~',
};

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
    return `${SIGNS[change] ?? '?'} ${noun} ${said}${place}`;
  });
}

function words(fields: z.output<typeof entry>): string {
  return Object.entries(fields ?? {})
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' ');
}

function notOurs(): ServiceError {
  return new ServiceError('The answer is not one of Eventide: do the versions fit?');
}
