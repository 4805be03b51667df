import { Link } from '@/components/ui/link';
import { Button } from '@/components/ui/button';
import { policiesHref } from '@/features/policy/list/params';

export interface FormActionsProps {
  isNew: boolean;
  pending: boolean;
  disabled?: boolean;
  /** Why it cannot be pressed yet. */
  note?: string | undefined;
}

/** The two ways out of a policy's form. */
export function FormActions({ isNew, pending, disabled, note }: FormActionsProps) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button type="submit" variant="primary" loading={pending} disabled={disabled}>
        {isNew ? 'Put it in force' : 'Save the changes'}
      </Button>
      <Button asChild>
        <Link href={policiesHref()}>Cancel</Link>
      </Button>
      {/* Always there, since a live region that appears together with its text is not read. */}
      <p role="status" className="text-xs text-muted">
        {note}
      </p>
    </div>
  );
}
