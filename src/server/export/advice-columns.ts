import type { Advice } from '@/domain/advice/advice';
import { noTargetWords, supportWords } from '@/domain/advice/words';

interface Advised {
  /** Null where the catalogue does not have the product. */
  readonly advice: Advice | null;
}

/** Where to move, in a file: the target with its own end and notes, the smallest step, or why there is neither. */
export const ADVICE_COLUMNS = [
  { header: 'Move to', cell: ({ advice }: Advised) => advice?.target?.label ?? null },
  {
    header: 'Supported',
    cell: ({ advice }: Advised) =>
      advice?.target ? supportWords(advice.target, (day) => day) : null,
  },
  {
    header: 'Smallest step',
    cell: ({ advice }: Advised) =>
      advice?.smallest
        ? `${advice.smallest.label}, ${supportWords(advice.smallest, (day) => day)}`
        : null,
  },
  {
    header: 'Why not',
    cell: ({ advice }: Advised) =>
      advice ? noTargetWords(advice, (day) => day) : 'The catalogue does not have it',
  },
  {
    header: 'Release notes',
    cell: ({ advice }: Advised) => advice?.target?.releaseNotesUrl ?? null,
  },
] as const;
