import Form from 'next/form';
import { Link } from '@/components/ui/link';
import { History } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Popover } from '@/components/ui/popover';
import { formatDay } from '@/lib/dates';

export interface AsOfProps {
  /** The UTC day that is looked at; null: now, and nothing is shown. */
  readonly day: string | null;
  /** The same page as it is now. */
  readonly now: string;
  /** What of the page is of now nevertheless, and what is not kept. */
  readonly notes?: readonly string[];
}

/** Says that a page shows how things were when a day was over, and leads back to now. */
export function AsOf({ day, now, notes = [] }: AsOfProps) {
  if (day === null) return null;
  return (
    <div
      role="note"
      aria-label="As of a day"
      className="flex flex-wrap items-start gap-x-3 gap-y-1 rounded-md border border-accent-text bg-accent-soft px-3 py-2 text-sm"
    >
      <History aria-hidden className="mt-0.5 size-4 shrink-0 text-accent-text" />
      <div className="grid min-w-0 flex-1 gap-0.5">
        <p className="font-medium">As of {formatDay(day)}</p>
        {notes.map((note) => (
          <p key={note} className="text-xs">
            {note}
          </p>
        ))}
      </div>
      <Link
        href={now}
        data-print="hide"
        className="rounded-sm font-medium whitespace-nowrap text-accent-text hover:underline"
      >
        Back to today
      </Link>
    </div>
  );
}

/** What a list of a day before is of today in nevertheless. */
export const OF_TODAY: readonly string[] = [
  'What was found at the end of that day (UTC), with the end dates known then. Names, owners and labels are those of today; contracts that were deleted since are left out.',
];

/** The same of a list of images. */
export const IMAGES_OF_TODAY: readonly string[] = [
  ...OF_TODAY,
  'Verdicts of policies, and what runs, are those of today; when an image was last seen is by scans alone.',
];

/** Says whose policies the verdicts of a day before are by. */
export function policyNote(arePoliciesKept: boolean): string {
  const whose = arePoliciesKept
    ? 'Policies are those of that day, as the audit log tells of every change since'
    : 'Policies are those of today: what they were on that day is not kept in full';
  return `${whose}. What runs is as it is today; waivers that were taken back since are left out.`;
}

/** Columns that are about today, whatever day a list is as of: where to move, and the newest release. */
const ABOUT_TODAY = ['move', 'latest'];

/** Leaves out the columns that say nothing of a day before. */
export function columnsAt<Column extends { readonly id: string }>(
  asOf: string | null,
  columns: readonly Column[],
): readonly Column[] {
  return asOf === null ? columns : columns.filter(({ id }) => !ABOUT_TODAY.includes(id));
}

export interface LookBackProps {
  /** The address of the page as it is now, with all that it is narrowed to. */
  readonly now: string;
  /** A UTC day: the last that can be looked at. */
  readonly today: string;
  readonly day: string | null;
}

/** A button that asks for a day, to see the page as it was when that day was over. */
export function LookBack({ now, today, day }: LookBackProps) {
  const [action = now, query] = now.split('?');
  return (
    <Popover
      label="Look back"
      align="end"
      className="w-auto"
      trigger={
        <Button>
          <History aria-hidden /> Look back
        </Button>
      }
    >
      <Form action={action} className="flex items-end gap-2">
        {[...new URLSearchParams(query)].map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Field label="As it was on">
          <Input
            name="as_of"
            type="date"
            required
            max={today}
            defaultValue={day ?? today}
            className="w-44"
          />
        </Field>
        <Button type="submit" variant="primary" className="mb-1.5">
          Show
        </Button>
      </Form>
    </Popover>
  );
}
