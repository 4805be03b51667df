import { ENDED_ESTIMATED, ENDED_UNDATED, STATE_WORDS } from '@/domain/eol/words';
import { estimatesIn } from '@/domain/evidence/degree';
import { forecastFacts, forecastSentences } from '@/domain/forecast/words';
import { labelWords } from '@/features/names/label';
import { ownerWords, type OwnerNames } from '@/features/names/owner';
import { formatDay } from '@/lib/dates';
import { countOf, formatCount } from '@/lib/numbers';
import type { Outputs } from '@/trpc/outputs';
import type { ForecastParams } from './params';

export type Forecast = Outputs['forecast']['get'];
export type Column = Forecast['columns'][number];
export type Line = Column['lines'][number];

/** Says a forecast as its API does, with numbers and days as the reader writes them. */
export function sentencesOf(forecast: Forecast): string[] {
  return forecastSentences(forecastFacts(forecast), formatCount, formatDay);
}

/** Names a column: `Ended`, `Q1 2027`. */
export function columnName({ quarter }: Column): string {
  return quarter ?? STATE_WORDS.ended;
}

/** Says how much a column holds: `3 in 12 images of 2 teams · 1 planned`, and how much of it nobody says. */
export function columnWords({ software, images, teams, planned, evidence }: Column): string {
  if (software === 0) return 'nothing';
  const of = teams === 0 ? '' : ` of ${countOf(teams, 'team')}`;
  const moved = planned.all === 0 ? 'none' : formatCount(planned.all);
  const part = planned.part === 0 ? '' : `, ${formatCount(planned.part)} in part`;
  const estimates = estimatesIn(evidence);
  const estimated = estimates === 0 ? '' : ` · ${formatCount(estimates)} by an estimate`;
  return `${formatCount(software)} in ${countOf(images, 'image')}${of} · ${moved} planned${part}${estimated}`;
}

/** Names a line: the product with its cycles; of many the first ones. */
export function lineName({ product_name: name, cycles }: Line): string {
  const shown = [...new Set(cycles.map(({ cycle }) => cycle))];
  const more =
    shown.length > SHOWN_CYCLES ? ` and ${String(shown.length - SHOWN_CYCLES)} more` : '';
  return `${name} ${shown.slice(0, SHOWN_CYCLES).join(', ')}${more}`;
}

const SHOWN_CYCLES = 3;

/** Says when a line ends: the day of its first cycle, and what is not known of it. */
export function endWords({ cycles, ends_on: endsOn }: Line): string {
  const dated = cycles.find((one) => one.ends_on_known);
  if (dated) return `${cycles.length > 1 ? 'from ' : ''}${formatDay(dated.ends_on)}`;
  const [first] = cycles;
  if (!first) return formatDay(endsOn);
  return first.estimated_from === null ? ENDED_UNDATED : ENDED_ESTIMATED;
}

/** Names the teams of a line: two of them, how many more, and whether nobody owns a part. */
export function teamWords({ team_names: names, teams, unowned_findings: unowned }: Line): string {
  const more = teams - Math.min(names.length, SHOWN_TEAMS);
  return [
    ...names.slice(0, SHOWN_TEAMS),
    ...(more > 0 ? [`${formatCount(more)} more`] : []),
    ...(unowned > 0 ? ['no owner'] : []),
  ].join(', ');
}

const SHOWN_TEAMS = 2;

/** Says where a line moves, and where that stands. */
export function planWords({ plan, findings, planned_findings: planned }: Line): string {
  if (plan.cover === 'none') return 'No plan';
  const part =
    plan.cover === 'all' ? '' : ` for ${formatCount(planned)} of ${countOf(findings, 'finding')}`;
  const state = plan.overdue > 0 ? 'Overdue' : plan.under_way > 0 ? 'Under way' : 'Planned';
  const due = plan.next_due_on === null ? '' : `, due ${formatDay(plan.next_due_on)}`;
  return `${state}${part}${due}`;
}

/** Says where the plans stand that move any of it. */
export function movesWords({ moves }: Forecast): string {
  const { planned, under_way: underWay, found_again: again, overdue } = moves;
  const parts = [
    `${formatCount(planned)} planned`,
    `${formatCount(underWay)} under way`,
    ...(again > 0 ? [`${formatCount(again)} found again`] : []),
  ];
  const late = overdue === 0 ? '' : `; ${formatCount(overdue)} overdue`;
  return `${parts.join(', ')}${late}`;
}

/** Says what the filters ask for, each in words, with the names that are known. */
export function describeConditions(
  params: ForecastParams,
  names: OwnerNames & { readonly project?: string | undefined } = {},
): string[] {
  const label = labelWords(params);
  return [
    ...(params.project === null
      ? []
      : [names.project === undefined ? 'this project' : `project ${names.project}`]),
    ...(params.owner === null ? [] : [ownerWords(params.owner, names)]),
    ...(label === null ? [] : [label]),
  ];
}
