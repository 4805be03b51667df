'use client';

import { useState } from 'react';
import dynamic from 'next/dynamic';
import { Link } from '@/components/ui/link';
import { useMutation } from '@tanstack/react-query';
import { Bookmark } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { DropdownMenu, MenuItem, MenuLabel, MenuSeparator } from '@/components/ui/dropdown-menu';
import { toast } from '@/components/ui/toast';
import { staleParameters } from '@/domain/saved-view/view';
import { refusalOf } from '@/features/frame/words';
import { cn } from '@/lib/cn';
import { useTRPC } from '@/trpc/client';
import { useCurrentQuery, useOpenView, useRefresh, viewHref } from './query';
import type { SavedView, ViewedList } from './types';

const SaveView = dynamic(() => import('./form').then((module) => module.SaveView), { ssr: false });
const RenameView = dynamic(() => import('./form').then((module) => module.RenameView), {
  ssr: false,
});
const DeleteView = dynamic(() => import('./form').then((module) => module.DeleteView), {
  ssr: false,
});

type Asking = 'save' | 'rename' | 'delete';

/** Opens the saved views of a list, saves what is seen as one, and changes the one that is open. */
export function SavedViews({ viewed }: { viewed: ViewedList }) {
  const { list, path } = viewed;
  const [isOpen, setOpen] = useState(false);
  const [asking, setAsking] = useState<Asking | null>(null);
  const { views, open, leave, enter } = useOpenView(list, isOpen);
  const query = useCurrentQuery(viewed);
  const refresh = useRefresh(list);
  const change = useMutation({
    ...useTRPC().savedView.change.mutationOptions(),
    onSuccess: async ({ name }) => {
      await refresh();
      toast.success(`“${name}” shows this now`);
    },
    onError: (error) => {
      toast.error(refusalOf(error, 'The view stays as it was.'));
    },
  });
  const isChanged = open !== null && open.query !== query;
  const all = views.data ?? [];
  return (
    <>
      <DropdownMenu
        className="w-64"
        open={isOpen}
        onOpenChange={setOpen}
        trigger={
          <Button className="max-w-56 min-w-0" title="Saved views">
            <Bookmark aria-hidden className="text-subtle" />
            <span className={cn('min-w-0 truncate', open === null && 'max-sm:sr-only')}>
              {open?.name ?? 'Views'}
              {isChanged && <span className="text-muted"> · changed</span>}
            </span>
          </Button>
        }
      >
        <ViewItems title="Mine" views={all.filter(({ team }) => team === null)} viewed={viewed} />
        <ViewItems title="Teams" views={all.filter(({ team }) => team !== null)} viewed={viewed} />
        {views.isPending && <MenuLabel>Loading…</MenuLabel>}
        {views.isError && <MenuLabel>The views could not be loaded.</MenuLabel>}
        {views.data?.length === 0 && <MenuLabel>No view is saved yet.</MenuLabel>}
        <MenuSeparator />
        <KeepItem query={query} label="Save this view…" onKeep={() => setAsking('save')} />
        {open?.mayChange && (
          <>
            {isChanged && (
              <KeepItem
                query={query}
                label={`Update “${open.name}”`}
                onKeep={(kept) => change.mutate({ id: open.id, query: kept })}
              />
            )}
            <MenuItem onSelect={() => setAsking('rename')}>Rename “{open.name}”…</MenuItem>
            <MenuItem danger onSelect={() => setAsking('delete')}>
              Delete “{open.name}”…
            </MenuItem>
          </>
        )}
        {open && (
          <MenuItem asChild>
            <Link href={path}>Leave the view</Link>
          </MenuItem>
        )}
      </DropdownMenu>
      {asking === 'save' && query !== null && (
        <SaveView
          list={list}
          query={query}
          onClose={() => setAsking(null)}
          onSaved={({ id }) => {
            setAsking(null);
            enter(id);
          }}
        />
      )}
      {asking === 'rename' && open && <RenameView view={open} onClose={() => setAsking(null)} />}
      {asking === 'delete' && open && (
        <DeleteView
          view={open}
          onClose={() => setAsking(null)}
          onDeleted={() => {
            setAsking(null);
            leave();
          }}
        />
      )}
    </>
  );
}

interface KeepItemProps {
  /** What would be kept; null: it is too long. */
  query: string | null;
  label: string;
  onKeep: (query: string) => void;
}

/** Keeps what is seen; where that cannot be kept, it does nothing and says why to whoever comes to it, by keys too. */
function KeepItem({ query, label, onKeep }: KeepItemProps) {
  if (query !== null) return <MenuItem onSelect={() => onKeep(query)}>{label}</MenuItem>;
  return (
    // Not `disabled`: keys pass over that, and nobody hears the reason.
    <MenuItem aria-disabled className="text-subtle" onSelect={(event) => event.preventDefault()}>
      <span className="grid min-w-0">
        <span className="wrap-anywhere">{label}</span>
        <span className="text-xs text-muted">{TOO_LONG}</span>
      </span>
    </MenuItem>
  );
}

const TOO_LONG = 'Its filters are longer than a view can keep. Take some out first.';

interface ViewItemsProps {
  title: string;
  views: readonly SavedView[];
  viewed: ViewedList;
}

function ViewItems({ title, views, viewed: { path, parsers } }: ViewItemsProps) {
  if (views.length === 0) return null;
  return (
    <>
      <MenuLabel>{title}</MenuLabel>
      {views.map((view) => (
        <MenuItem key={view.id} asChild>
          <Link href={viewHref(path, view)} prefetch={false}>
            <span className="grid min-w-0">
              <span className="truncate">{view.name}</span>
              {view.team && <span className="truncate text-xs text-muted">{view.team.name}</span>}
              {staleParameters(view.query, parsers).length > 0 && (
                <span className="text-xs text-muted">Not all of it is valid any more</span>
              )}
            </span>
          </Link>
        </MenuItem>
      ))}
    </>
  );
}
