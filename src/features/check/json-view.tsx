import { CodeBlock } from '@/components/ui/code-block';
import { CopyButton } from '@/components/ui/copy-button';
import { formatCount } from '@/lib/numbers';
import type { Explained } from './check-types';

/** More would be a page that scrolls for minutes; they are copied all the same. */
const SHOWN = 50;

/** What the API answers to the same question. */
export function JsonView({ explained }: { explained: Explained }) {
  const answers = explained.results.map(({ answer }) => answer);
  const [only] = answers;
  if (answers.length === 1) return <CodeBlock code={json(only)} label="Answer as JSON" />;
  return (
    <div className="grid grid-cols-1 gap-2">
      {answers.length > SHOWN && (
        <p className="flex items-center gap-2 text-sm text-muted">
          The first {formatCount(SHOWN)} of {formatCount(answers.length)} answers.
          <CopyButton value={json({ results: answers })} label="Copy all answers" withText />
        </p>
      )}
      <CodeBlock code={json({ results: answers.slice(0, SHOWN) })} label="Answers as JSON" />
    </div>
  );
}

function json(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
