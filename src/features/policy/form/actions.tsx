import Link from 'next/link';
import { Button } from '@/components/ui/button';
import { policiesHref } from '@/features/policy/list/params';

export interface FormActionsProps {
  isNew: boolean;
  pending: boolean;
  disabled?: boolean;
}

/** The two ways out of a policy's form. */
export function FormActions({ isNew, pending, disabled }: FormActionsProps) {
  return (
    <div className="flex flex-wrap gap-2">
      <Button type="submit" variant="primary" loading={pending} disabled={disabled}>
        {isNew ? 'Put it in force' : 'Save the changes'}
      </Button>
      <Button asChild>
        <Link href={policiesHref()}>Cancel</Link>
      </Button>
    </div>
  );
}
