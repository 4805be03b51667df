import { STATE_CLAUSES } from '@/domain/eol/words';
import { type EvidenceDegree, isEstimate } from '@/domain/evidence/degree';
import { supportWords } from '@/domain/advice/words';

interface ShownFinding {
  readonly product_name: string;
  readonly cycle: string;
  readonly eol_date: string | null;
  readonly eol_date_known: boolean;
  readonly state: string;
  readonly evidence: EvidenceDegree;
  readonly advice: {
    readonly target: { readonly label: string; readonly endsOn: string | null } | null;
  } | null;
  /** Made by the service: nothing in it came with a document. */
  readonly why_url?: string | undefined;
}

interface ShownPackage {
  readonly name: string;
  readonly version: string;
  readonly kind: string | null;
  readonly successor: string | null;
}

interface ShownChange {
  readonly from: readonly string[];
  readonly to: readonly string[];
}

/** What came and what went of a list, and how much of it is on both sides. */
interface ShownSides<Entry> {
  readonly new: readonly Entry[];
  readonly new_total: number;
  readonly gone: readonly Entry[];
  readonly gone_total: number;
  readonly same_total: number;
}

/** A difference as it is answered; null for what is not known. */
export interface ShownDifference {
  readonly findings: ShownSides<ShownFinding> | null;
  readonly software: {
    readonly changes: readonly (ShownChange & { readonly product_name: string })[];
    readonly changes_total: number;
  } | null;
  readonly components: { readonly changes_total: number } | null;
  readonly packages: ShownSides<ShownPackage> | null;
}

/** Lines of one list in a comment; the rest is counted. */
const MAX_LINES = 20;
const MAX_TEXT = 200;

/**
 * Writes a difference for the comment of a pull request: counts, then what is new, the ended first. Whatever a document
 * brought stands in code spans, where it can neither be a link nor mention anybody.
 * @param names what the two are called
 */
export function differenceMarkdown(
  { findings, software, components, packages: judged }: ShownDifference,
  [from, to]: readonly [string, string],
): string {
  const lines = [`### End of life: ${code(to)} compared with ${code(from)}`, ''];
  if (findings) {
    const ended = findings.new.filter(({ state }) => state === 'ended').length;
    lines.push(
      `**${String(findings.new_total)} new** (${String(ended)} ended), ${String(findings.gone_total)} gone, ${String(findings.same_total)} unchanged`,
      ...section('New', findings.new.map(findingLine), findings.new_total),
      ...section('Gone', findings.gone.map(findingLine), findings.gone_total),
    );
  } else lines.push('The findings of one side are not kept any more.');
  if (software)
    lines.push(...section('Software', software.changes.map(changeLine), software.changes_total));
  if (judged && judged.new_total + judged.gone_total + judged.same_total > 0) {
    const { new_total: come, gone_total: gone, same_total: same } = judged;
    lines.push(
      '',
      `**${String(come)} deprecated or stale packages came**, ${String(gone)} went, ${String(same)} stayed`,
      ...section('Packages that came', judged.new.map(packageLine), come),
      ...section('Packages that went', judged.gone.map(packageLine), gone),
    );
  }
  const packages = components && String(components.changes_total);
  lines.push('', packages === null ? PACKAGES_NOT_KEPT : `Packages changed: ${packages}`);
  return `${lines.join('\n')}\n`;
}

const PACKAGES_NOT_KEPT = 'The packages of one side are not kept any more.';

function section(title: string, lines: readonly string[], total: number): string[] {
  if (total === 0) return [];
  const shown = lines.slice(0, MAX_LINES);
  const rest = total - shown.length;
  const more = rest > 0 ? [`- and ${String(rest)} more`] : [];
  return ['', `#### ${title}`, '', ...shown.map((line) => `- ${line}`), ...more];
}

function findingLine(finding: ShownFinding): string {
  const target = finding.advice?.target;
  const move = target
    ? `; move to ${code(target.label)} (${supportWords(target, (day) => day)})`
    : '';
  const why = finding.why_url === undefined ? '' : ` ([why](${finding.why_url}))`;
  return `${code(`${finding.product_name} ${finding.cycle}`)} ${endWords(finding)}${move}${why}`;
}

function endWords({ state, eol_date, eol_date_known, evidence }: ShownFinding): string {
  if (eol_date === null) return `has ${STATE_CLAUSES.unknown}`;
  if (isEstimate(evidence)) return '**has ended**, by an estimate';
  if (!eol_date_known) return '**has ended**, on an unknown day';
  return state === 'ended' ? `**ended ${eol_date}**` : `ends ${eol_date}`;
}

function packageLine({ name, version, kind, successor }: ShownPackage): string {
  const what = kind === null ? 'of a stale line (estimate)' : `**${kind}**`;
  const named = successor === null ? '' : `; its maintainer names ${code(successor)}`;
  return `${code(`${name} ${version}`)} is ${what}${named}`;
}

function changeLine({ product_name, from, to }: ShownChange & { readonly product_name: string }) {
  const [gone, come] = [from, to].map((cycles) => cycles.map(code).join(', '));
  if (!gone) return `${code(product_name)} ${come ?? ''} came`;
  return come ? `${code(product_name)} ${gone} → ${come}` : `${code(product_name)} ${gone} went`;
}

/** Nothing but a backtick or the end of the line ends a code span. */
function code(text: string): string {
  const line = text
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll('`', "'")
    .trim();
  const short = line.length > MAX_TEXT ? `${line.slice(0, MAX_TEXT).toWellFormed()}…` : line;
  return `\`${short || ' '}\``;
}
