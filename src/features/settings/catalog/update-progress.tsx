import { Check, Circle, LoaderCircle } from 'lucide-react';
import type { CatalogUpdate } from './catalog-status-types';
import { STEP_WORDS, TRIGGER_WORDS } from './update-words';

/** How an update that runs is getting on. */
export function UpdateProgress({ update }: { update: CatalogUpdate }) {
  const at = STEP_WORDS.findIndex(({ step }) => step === update.step);
  return (
    <div role="status" className="mb-4 grid gap-2 rounded-md bg-sunken px-4 py-3 text-sm">
      <p>
        An update {TRIGGER_WORDS[update.trigger]} is running
        {update.actor_name && <>, asked for by {update.actor_name}</>}. You can leave this page.
      </p>
      <ol className="flex flex-wrap gap-x-6 gap-y-1">
        {STEP_WORDS.map(({ step, words }, index) => (
          <li
            key={step}
            aria-current={index === at ? 'step' : undefined}
            className="flex items-center gap-1.5 text-muted aria-[current=step]:font-medium aria-[current=step]:text-fg"
          >
            <StepMark done={index < at} running={index === at} />
            {words}
          </li>
        ))}
      </ol>
    </div>
  );
}

function StepMark({ done, running }: { done: boolean; running: boolean }) {
  if (done) return <Check aria-label="Done:" className="size-3.5" />;
  if (running) return <LoaderCircle aria-hidden className="size-3.5 animate-spin" />;
  return <Circle aria-hidden className="size-3.5 text-subtle" />;
}
