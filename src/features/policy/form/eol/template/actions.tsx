import { Button } from '@/components/ui/button';
import { type EolForm, NEW_FORM } from '@/features/policy/form/eol/values';

type TemplateValues = Pick<EolForm, 'onlyRunning' | 'warn' | 'deny'>;

/** What most organizations begin with, from mild to severe. */
const TEMPLATES: readonly { readonly label: string; readonly values: TemplateValues }[] = [
  {
    label: 'Only warn',
    values: { onlyRunning: false, warn: NEW_FORM.warn, deny: NEW_FORM.deny },
  },
  {
    label: 'Warn 90 days before, fail 30 days after',
    values: {
      onlyRunning: false,
      warn: NEW_FORM.warn,
      deny: { ...NEW_FORM.deny, kind: 'after' },
    },
  },
  {
    label: 'Nothing that ended in production',
    values: { onlyRunning: true, warn: NEW_FORM.warn, deny: { ...NEW_FORM.deny, kind: 'end' } },
  },
];

/** Fills a new policy's sentence with what is often wanted. Whom and what it is about stays. */
export function Templates({ onChoose }: { onChoose: (values: TemplateValues) => void }) {
  return (
    <div role="group" aria-label="Start from" className="flex flex-wrap items-center gap-1.5">
      <span aria-hidden className="mr-1 text-xs text-muted">
        Start from
      </span>
      {TEMPLATES.map(({ label, values }) => (
        <Button
          key={label}
          size="sm"
          onClick={() => onChoose(values)}
          className="whitespace-normal"
        >
          {label}
        </Button>
      ))}
    </div>
  );
}
