import { parseArgs } from 'node:util';
import { REPORT_FORMATS, type ReportFormat } from '@/domain/report/formats';

/** What the command was asked to do cannot be done as it was asked. Exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

const COMMANDS = [
  'upload',
  'check',
  'gate',
  'diff',
  'who-has',
  'policy',
  'catalog',
  'help',
  'version',
] as const;
export type Command = (typeof COMMANDS)[number];

const OUTPUTS = ['json', ...REPORT_FORMATS] as const;
export type OutputFormat = 'json' | ReportFormat;

export interface Output {
  readonly format: OutputFormat;
  /** Null: standard output. */
  readonly file: string | null;
}

/** The command line, and the environment where it says nothing. */
export interface Arguments {
  readonly command: Command;
  readonly operands: readonly string[];
  readonly url: string | null;
  readonly key: string | null;
  readonly isKeyOnCommandLine: boolean;
  /** What the platform of a build gives out in the place of a key. */
  readonly build: {
    readonly isGithub: boolean;
    readonly requestUrl: string | null;
    readonly requestToken: string | null;
    readonly idToken: string | null;
    readonly audience: string | null;
  };
  /** Parameters of the request, by the API's names. */
  readonly parameters: readonly (readonly [string, string])[];
  readonly against: string | null;
  readonly location: string | null;
  /** What tells a report apart from others of the same name. */
  readonly category: string | null;
  /** The CODEOWNERS file that goes with an upload: null in it, the repository's; null: none goes. */
  readonly codeowners: { readonly file: string | null } | null;
  readonly outputs: readonly Output[];
  /** `gate` stores the document too. */
  readonly isUpload: boolean;
  readonly failsOnWarning: boolean;
  readonly failsOpen: boolean;
  /** Percent. */
  readonly minCoverage: number;
  readonly caFile: string | null;
  readonly timeoutMs: number;
}

const OPTIONS = {
  url: { type: 'string' },
  key: { type: 'string' },
  audience: { type: 'string' },
  ca: { type: 'string' },
  project: { type: 'string' },
  name: { type: 'string' },
  tag: { type: 'string' },
  digest: { type: 'string' },
  label: { type: 'string', multiple: true },
  against: { type: 'string' },
  location: { type: 'string' },
  category: { type: 'string' },
  codeowners: { type: 'string' },
  'no-codeowners': { type: 'boolean' },
  output: { type: 'string', multiple: true, short: 'o' },
  upload: { type: 'boolean' },
  'fail-on': { type: 'string' },
  'fail-open': { type: 'boolean' },
  'min-coverage': { type: 'string' },
  timeout: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
} as const;

const PARAMETERS = ['project', 'name', 'tag', 'digest'] as const;
const TIMEOUT_SECONDS = 120;
const MAX_TIMEOUT_SECONDS = 3_600;
const PERCENT = 100;

/**
 * Reads the command line.
 * @param env of `EVENTIDE_URL` and `EVENTIDE_API_KEY`, and of what GitHub and GitLab give a job
 * @throws UsageError
 */
export function parseArguments(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Arguments {
  const { values, positionals } = parsed(args);
  const [name, ...operands] = positionals;
  const command = values.help ? 'help' : values.version ? 'version' : commandNamed(name);
  const failOn = values['fail-on'] ?? 'deny';
  if (failOn !== 'deny' && failOn !== 'warn')
    throw new UsageError(`--fail-on takes deny or warn, not ${failOn}`);
  return {
    ...{ command, operands },
    url: values.url ?? env.EVENTIDE_URL ?? null,
    key: values.key ?? env.EVENTIDE_API_KEY ?? null,
    isKeyOnCommandLine: values.key !== undefined,
    build: {
      isGithub: env.GITHUB_ACTIONS === 'true',
      requestUrl: env.ACTIONS_ID_TOKEN_REQUEST_URL ?? null,
      requestToken: env.ACTIONS_ID_TOKEN_REQUEST_TOKEN ?? null,
      idToken: env.EVENTIDE_ID_TOKEN ?? null,
      audience: values.audience ?? env.EVENTIDE_AUDIENCE ?? null,
    },
    parameters: [
      ...PARAMETERS.flatMap((one) =>
        values[one] === undefined ? [] : [[one, values[one]] as const],
      ),
      ...(values.label ?? []).map((label) => ['label', label] as const),
    ],
    against: values.against ?? null,
    location: values.location ?? null,
    category: values.category ?? null,
    codeowners: values['no-codeowners'] ? null : { file: values.codeowners ?? null },
    outputs: (values.output ?? []).map(parseOutput),
    isUpload: values.upload ?? false,
    failsOnWarning: failOn === 'warn',
    failsOpen: values['fail-open'] ?? false,
    minCoverage: numberIn('--min-coverage', values['min-coverage'] ?? '0', PERCENT),
    caFile: values.ca ?? null,
    timeoutMs:
      numberIn('--timeout', values.timeout ?? String(TIMEOUT_SECONDS), MAX_TIMEOUT_SECONDS) * 1_000,
  };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function commandNamed(name: string | undefined): Command {
  if (name === undefined) throw new UsageError(`Say what to do: ${COMMANDS.join(', ')}`);
  const command = COMMANDS.find((one) => one === name);
  if (!command) throw new UsageError(`There is no command ${name}: ${COMMANDS.join(', ')}`);
  return command;
}

/** `sarif` or `sarif=eol.sarif`. */
function parseOutput(text: string): Output {
  const at = text.indexOf('=');
  const name = at < 0 ? text : text.slice(0, at);
  const format = OUTPUTS.find((one) => one === name);
  if (!format) throw new UsageError(`There is no output ${name}: ${OUTPUTS.join(', ')}`);
  return { format, file: at < 0 ? null : text.slice(at + 1) };
}

function numberIn(option: string, text: string, most: number): number {
  const number = Number(text);
  if (!/^\d+$/.test(text) || number > most)
    throw new UsageError(`${option} takes a whole number up to ${String(most)}, not ${text}`);
  return number;
}
