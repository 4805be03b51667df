'use client';

import { useQuery } from '@tanstack/react-query';
import { Button } from '@/components/ui/button';
import { CallFailure } from '@/features/frame/call-failure';
import { useLate } from '@/features/frame/late';
import { useMay } from '@/features/frame/reader';
import { countOf } from '@/lib/numbers';
import { useTRPC } from '@/trpc/client';

const loadDialog = () => import('./dialog');

/** Says when the images of a project are retired; admins change it here. */
export function ProjectRetirement({ projectId }: { projectId: string }) {
  const rule = useQuery(useTRPC().retirement.projectRule.queryOptions({ id: projectId }));
  const mayChange = useMay('organization:manage');
  if (rule.error)
    return <CallFailure title="When images are retired could not be loaded." query={rule} />;
  if (!rule.data) return <div className="h-8" />;
  const { not_scanned_days: own, inherited_days: inherited } = rule.data;
  return (
    <section
      aria-label="Retired images"
      className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-2 text-sm"
    >
      <p className="min-w-0">
        <span className="text-muted">Images are retired </span>
        {ruleWords(own ?? inherited)}
        <span className="text-muted">
          {' · '}
          {own === null ? 'organization default' : 'set for this project'}
        </span>
      </p>
      {mayChange && <Change projectId={projectId} own={own} inherited={inherited} />}
    </section>
  );
}

const ruleWords = (days: number) =>
  days === 0 ? 'by hand, not for missing scans' : `after ${countOf(days, 'day')} without a scan`;

interface ChangeProps {
  readonly projectId: string;
  readonly own: number | null;
  readonly inherited: number;
}

function Change(rule: ChangeProps) {
  const { code, opener } = useLate(loadDialog);
  const button = (
    <Button size="sm" {...(code ? {} : opener)}>
      Change when images are retired
    </Button>
  );
  return code ? <code.ChangeProjectRule {...rule} trigger={button} /> : button;
}
