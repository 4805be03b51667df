import type { InviteOutcome } from './use-invite';

/** What a dialog says above the outcome of inviting: no more than what really happened. */
export function wordsForOutcome(outcomes: readonly InviteOutcome[]): {
  readonly title: string;
  readonly description: string;
} {
  const made = outcomes.flatMap((one) => ('link' in one ? [one] : []));
  const mailed = made.filter(({ mail }) => mail === 'sent').length;
  if (made.length === 0) {
    return { title: 'Nobody was invited', description: 'Why stands beside each address.' };
  }
  const title = `${people(made.length)} invited`;
  if (mailed === 0) {
    return {
      title,
      description: 'No mail went out. Give each person their link: it is shown this once.',
    };
  }
  if (made.every(({ link }) => link === null)) {
    return { title, description: 'The mails are on their way.' };
  }
  return {
    title,
    description:
      mailed === made.length
        ? 'The mails are on their way. A link that does not arrive can be copied here, this once.'
        : `${String(mailed)} of ${String(made.length)} mailed. Give the others their link: it is shown this once.`,
  };
}

function people(count: number): string {
  return count === 1 ? '1 person' : `${String(count)} people`;
}
