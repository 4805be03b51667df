import type { Outcome, ProjectState } from '@/domain/companion/pull';
import { countOf, formatCount } from '@/lib/numbers';
import type { LastPull } from './types';

export const OUTCOME_WORDS: Record<Outcome, string> = {
  complete: 'Went through',
  unfinished: 'Goes on in a few minutes',
  failed: 'Failed',
};

export const STATE_WORDS: Record<ProjectState, string> = {
  pulled: 'Pulled',
  failed: 'Failed',
  gone: 'Not listed any more',
};

/** Says what a pull came to: the counts that are not 0, those that matter first. */
export function summaryOf(pull: LastPull): string {
  const parts = [
    countOf(pull.listed, 'project'),
    ...named(pull.pulled, 'pulled'),
    ...named(pull.unchanged, 'unchanged'),
    ...named(pull.failed, 'failed'),
    ...named(pull.waiting, 'waiting'),
    ...named(pull.without_bom, 'without a BOM'),
    ...named(pull.gone, 'not listed any more'),
  ];
  return parts.join(' · ');
}

function named(count: number, words: string): string[] {
  return count === 0 ? [] : [`${formatCount(count)} ${words}`];
}

/** Puts hours between two pulls into words: `6 hours`, `hour`, `2 days`. */
export function intervalWords(hours: number): string {
  if (hours % 24 === 0) return hours === 24 ? 'day' : `${String(hours / 24)} days`;
  return hours === 1 ? 'hour' : `${String(hours)} hours`;
}

interface Answer {
  readonly server_version: string | null;
  readonly projects: number | null;
  readonly fault: string | null;
}

/** Says what a test of the connection came to. */
export function answerWords({ server_version: version, projects, fault }: Answer): string {
  const server = version === null ? null : `Dependency-Track ${version}`;
  if (fault !== null) return server === null ? `${fault}.` : `${server} answers, but: ${fault}.`;
  return `${server ?? 'It'} answers, and the key reads ${countOf(projects ?? 0, 'active project')}.`;
}
