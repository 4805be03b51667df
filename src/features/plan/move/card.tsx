'use client';

import { Link } from '@/components/ui/link';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { TextLink } from '@/components/ui/text-link';
import { useMay } from '@/features/frame/reader';
import { hrefs } from '@/features/hrefs';
import { PlanPlace, PlanStateBadge, Progress } from '../card';
import type { ListedPlan } from '../query';
import { dueWords, softwareWords, targetWords, whoOf } from '../words';

/** Offers to plan the move of software that images hold, to those who may. */
export function PlanMove({ softwareId, isHeld }: { softwareId: string; isHeld: boolean }) {
  const mayWrite = useMay('plan:write');
  if (!mayWrite || !isHeld) return null;
  return (
    <Button asChild>
      <Link href={hrefs.newPlan({ software: softwareId })} prefetch={false}>
        Plan the move
      </Link>
    </Button>
  );
}

interface PlannedMovesProps {
  plans: readonly ListedPlan[];
  /** Whether they are for several pieces of software, so that each says for which. */
  isForMany?: boolean;
}

/** Shows the plans for software; nothing where there is none. */
export function PlannedMoves({ plans, isForMany = false }: PlannedMovesProps) {
  if (plans.length === 0) return null;
  return (
    <Card title="Planned" flush>
      <ul className="min-w-0 text-sm">
        {plans.map((plan) => (
          <li
            key={plan.id}
            className="grid min-w-0 gap-x-4 gap-y-1 border-b px-4 py-2 last:border-b-0 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_minmax(0,1fr)_auto] sm:items-center"
          >
            <span className="min-w-0 wrap-anywhere">
              <TextLink href={hrefs.plan(plan.id)}>
                {isForMany
                  ? `Move ${softwareWords(plan)} to ${targetWords(plan)}`
                  : `Move to ${targetWords(plan)}`}
              </TextLink>
              <span className="block text-xs text-muted">
                <PlanPlace plan={plan} />
              </span>
            </span>
            <span className={plan.overdue ? 'text-danger-text' : undefined}>
              {dueWords(plan)}
              <span className="block text-xs text-muted">{whoOf(plan) ?? 'Nobody yet'}</span>
            </span>
            <Progress plan={plan} />
            <span>
              <PlanStateBadge state={plan.state} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
