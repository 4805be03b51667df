import { writeFile } from 'node:fs/promises';
import { styleText } from 'node:util';
import * as z from 'zod';
import { RELEASE } from '@/domain/release';
import { REPORTS } from '@/domain/report/formats';
import {
  checkedDocument,
  failsGate,
  shortfallOf,
  type CheckedDocument,
  type ReportContext,
} from '@/domain/report/report';
import { toText } from '@/domain/report/text';
import { UsageError, type Arguments, type Output } from './arguments';
import { findCodeowners, formOf } from './codeowners';
import { read, serviceOf, STDIN, type Surroundings } from './given';
import { HELP } from './help';
import { namesOf } from './names';
import { runCatalogCommand } from './catalog';
import { runPolicyCommand } from './policy';
import { call, DocumentError, ParameterError, ServiceError, type Call } from './service';
import { findHolders } from './who-has';

/** `0` pass, `1` denied, `2` usage, `3` unreachable or refused, `4` an input that cannot be read. */
export const EXIT = { pass: 0, denied: 1, usage: 2, unreachable: 3, unreadable: 4 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Runs a command to its exit code. A fault is told in one sentence, and never the key. */
export async function run(args: Arguments, around: Surroundings): Promise<ExitCode> {
  if (args.isKeyOnCommandLine)
    around.complain(
      'Everybody on this machine can see a key on a command line: EVENTIDE_API_KEY hides it.',
    );
  try {
    return await runCommand(args, around);
  } catch (error) {
    if (error instanceof UsageError || error instanceof ParameterError) {
      around.complain(error.message);
      return EXIT.usage;
    }
    if (error instanceof DocumentError) {
      around.complain(`The document cannot be read.\n${error.message}`);
      return EXIT.unreadable;
    }
    if (!(error instanceof ServiceError)) throw error;
    around.complain(error.message);
    if (!args.failsOpen) return EXIT.unreachable;
    around.complain('NOT CHECKED: it passes because of --fail-open.');
    return EXIT.pass;
  }
}

async function runCommand(args: Arguments, around: Surroundings): Promise<ExitCode> {
  switch (args.command) {
    case 'help':
      around.write(HELP);
      return EXIT.pass;
    case 'version':
      around.write(`${RELEASE}\n`);
      return EXIT.pass;
    case 'policy':
      await runPolicyCommand(args, around);
      return EXIT.pass;
    case 'catalog':
      await runCatalogCommand(args, around);
      return EXIT.pass;
    case 'who-has':
      return await whoHas(args, around);
    case 'diff':
      return await tellDifference(args, around);
    case 'check':
    case 'upload':
    case 'gate':
      return await judge(args, around);
  }
}

async function judge(args: Arguments, around: Surroundings): Promise<ExitCode> {
  const isStored = args.command === 'upload' || (args.command === 'gate' && args.isUpload);
  const { answer, file } = await ask(args, around, isStored);
  const checked = checkedDocument.safeParse(answer);
  if (!checked.success)
    throw new ServiceError('The answer is not one of Eventide: do the versions fit?');
  const context = contextOf(args, around, file);
  await tell(args, around, { answer, checked: checked.data, context });
  return verdictOf(checked.data, context, around);
}

function contextOf(args: Arguments, around: Surroundings, file: string): ReportContext {
  const { minCoverage, failsOnWarning, category } = args;
  const given = new Map(args.parameters);
  return {
    ...namesOf(file === STDIN ? null : file, given),
    project: given.get('project') ?? null,
    category,
    location: args.location ?? (file === STDIN ? 'sbom.json' : file.replace(/^\.\//, '')),
    ...{ version: RELEASE, at: around.now() },
    ...(args.command === 'gate' && { gate: { minCoverage, failsOnWarning } }),
  };
}

function verdictOf(
  checked: CheckedDocument,
  context: ReportContext,
  { complain }: Surroundings,
): ExitCode {
  if (!context.gate) return EXIT.pass;
  const shortfall = shortfallOf(checked, context);
  if (shortfall !== null) complain(shortfall);
  return failsGate(checked, context) ? EXIT.denied : EXIT.pass;
}

async function ask(args: Arguments, around: Surroundings, isStored: boolean) {
  const [file = STDIN, ...others] = args.operands;
  const { location } = args;
  const { complain } = around;
  if (others.length > 0) throw new UsageError('One document at a time.');
  // Labels are of what is stored.
  const allowed = args.parameters.filter(([name]) => isStored || name !== 'label');
  const against = args.against === null ? [] : [['against', args.against] as const];
  const service = await serviceOf(args);
  const document = await read(file, around);
  const owners = isStored ? await findCodeowners(args) : null;
  const sent: Call = {
    ...(isStored
      ? { method: 'PUT', path: 'api/sbom' }
      : { method: 'POST', path: 'api/sbom/check' }),
    parameters: [...allowed, ...(isStored ? [] : against)],
    ...(owners ? await formOf(document, owners, { location, complain }) : { body: document }),
  };
  const answer = await call(service, sent);
  return { answer, file };
}

interface Told {
  readonly answer: unknown;
  readonly checked: CheckedDocument;
  readonly context: ReportContext;
}

const COLOURS: ReadonlyMap<string, 'red' | 'yellow' | 'gray'> = new Map(
  Object.entries({
    ...{ DENIED: 'red', ended: 'yellow', WARNED: 'yellow', soon: 'gray', waived: 'gray' },
  }),
);

/** Writes the outputs that are asked for; the table where none is for standard output. */
async function tell(args: Arguments, around: Surroundings, told: Told): Promise<void> {
  const { context } = told;
  const paint = (text: string, word: string) => {
    const colour = around.hasColours ? COLOURS.get(word) : undefined;
    return colour ? styleText(colour, text, { validateStream: false }) : text;
  };
  const written = ({ format }: Output) => {
    if (format === 'json') return `${JSON.stringify(told.answer, null, 2)}\n`;
    return REPORTS[format].write(told.checked, context);
  };
  for (const output of args.outputs) {
    if (output.file === null) around.write(written(output));
    else await writeOut(output.file, written(output));
  }
  if (args.outputs.every(({ file }) => file !== null))
    around.write(toText(told.checked, context, paint));
}

function writeOut(file: string, text: string): Promise<void> {
  return writeFile(file, text).catch((error: unknown) => {
    throw new UsageError(error instanceof Error ? error.message : `${file} cannot be written.`);
  });
}

const compared = z.object({ difference: z.object({ markdown: z.string() }) });

async function tellDifference(args: Arguments, around: Surroundings): Promise<ExitCode> {
  if (args.against === null) throw new UsageError('With what? --against project/image:tag');
  const { answer } = await ask(args, around, false);
  const parsed = compared.safeParse(answer);
  if (!parsed.success)
    throw new ServiceError('The answer holds no difference: do the versions fit?');
  const isJson = args.outputs.some(({ format }) => format === 'json');
  around.write(
    isJson ? `${JSON.stringify(answer, null, 2)}\n` : `${parsed.data.difference.markdown}\n`,
  );
  return EXIT.pass;
}

async function whoHas(args: Arguments, around: Surroundings): Promise<ExitCode> {
  const [product, cycle, ...others] = args.operands;
  if (product === undefined || cycle === undefined || others.length > 0)
    throw new UsageError('eventide who-has PRODUCT CYCLE');
  const { lines, remark } = await findHolders(await serviceOf(args), { product, cycle });
  around.write(lines.map((line) => `${line}\n`).join(''));
  if (remark !== null) around.complain(remark);
  return EXIT.pass;
}
