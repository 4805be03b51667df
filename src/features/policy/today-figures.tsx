import { Skeleton } from '@/components/ui/skeleton';
import { FigureLink, FigureRow } from '@/components/ui/figure-link';
import { ACTION_WORDS, ActionMark, COUNTED_AS, SHOWN_ACTIONS, type ActionCounts } from './actions';
import { policyImagesHref } from './images/search-params';

/** How many images all policies together deny and warn of today, each number the way to them. */
export function TodayFigures({ counts }: { counts: ActionCounts | undefined }) {
  return (
    <FigureRow>
      {SHOWN_ACTIONS.map((action) =>
        counts ? (
          <FigureLink
            key={action}
            value={counts[COUNTED_AS[action]]}
            label={`${ACTION_WORDS[action]} today`}
            mark={<ActionMark action={action} />}
            href={policyImagesHref({ are: COUNTED_AS[action] })}
          />
        ) : (
          <div key={action} className="grid h-[4.625rem] content-center gap-3 bg-surface px-4">
            <Skeleton className="w-20" />
            <Skeleton className="h-5 w-12" />
          </div>
        ),
      )}
    </FigureRow>
  );
}
