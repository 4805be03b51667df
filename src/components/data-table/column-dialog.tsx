'use client';

import { useEffect, useRef, useState } from 'react';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { Dialog, DialogClose } from '@/components/ui/dialog';
import { IconButton } from '@/components/ui/icon-button';
import type { useColumnChoice } from './column-choice';
import { canHide, type ColumnFacts } from './columns';

export interface ColumnDialogProps {
  columns: readonly ColumnFacts[];
  choice: ReturnType<typeof useColumnChoice>;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

interface Move {
  readonly id: string;
  readonly by: 1 | -1;
}

/** Chooses the columns of a list and their order. What shows comes first, as it shows. */
export function ColumnDialog({ columns, choice, open, onOpenChange }: ColumnDialogProps) {
  const choosable = columns.filter(canHide);
  const shown = choice.shownIds.flatMap((id) => choosable.find((column) => column.id === id) ?? []);
  const others = choosable.filter((column) => !shown.includes(column));
  const list = useRef<HTMLUListElement>(null);
  const [moved, setMoved] = useState<Move | null>(null);
  // What is moved in the page loses the focus, which has to go on with it.
  useEffect(() => {
    if (moved) focusMove(list.current, moved);
  }, [moved, choice.shownIds]);
  const move = (id: string, by: 1 | -1) => {
    choice.move(id, by);
    setMoved({ id, by });
  };
  // Whoever goes on to something else takes the focus there.
  const setVisible = (id: string, isVisible: boolean) => {
    setMoved(null);
    choice.setVisible(id, isVisible);
  };
  const reset = () => {
    setMoved(null);
    choice.reset();
  };
  return (
    <Dialog
      size="sm"
      title="Columns"
      description="Files hold the same columns in the same order."
      open={open}
      onOpenChange={onOpenChange}
      footer={
        <>
          <Button variant="ghost" disabled={!choice.changed} onClick={reset}>
            Reset the columns
          </Button>
          <DialogClose>
            <Button variant="primary">Done</Button>
          </DialogClose>
        </>
      }
    >
      <ul ref={list} className="grid gap-1">
        {[...shown, ...others].map((column) => {
          const at = shown.indexOf(column);
          return (
            <li key={column.id} className="flex min-h-8 items-center gap-1">
              <Checkbox
                label={column.header}
                checked={at >= 0}
                onCheckedChange={(checked) => setVisible(column.id, checked)}
              />
              <span className="grow" />
              <MoveButton
                column={column}
                by={-1}
                disabled={at <= 0}
                onMove={() => move(column.id, -1)}
              />
              <MoveButton
                column={column}
                by={1}
                disabled={at < 0 || at === shown.length - 1}
                onMove={() => move(column.id, 1)}
              />
            </li>
          );
        })}
      </ul>
      <p role="status" className="sr-only">
        {moved && placeOf(shown, moved.id)}
      </p>
    </Dialog>
  );
}

interface MoveButtonProps {
  column: ColumnFacts;
  by: 1 | -1;
  disabled: boolean;
  onMove: () => void;
}

function MoveButton({ column, by, disabled, onMove }: MoveButtonProps) {
  const Arrow = by === 1 ? ArrowDown : ArrowUp;
  return (
    <IconButton
      size="sm"
      label={`Move ${column.header} ${by === 1 ? 'down' : 'up'}`}
      data-move={moveName({ id: column.id, by })}
      disabled={disabled}
      onClick={onMove}
    >
      <Arrow aria-hidden />
    </IconButton>
  );
}

function moveName({ id, by }: Move): string {
  return `${id} ${String(by)}`;
}

/**
 * Gives the focus to the button that moved a column, or to its other one where it can go no further; not where the reader
 * has taken it elsewhere: the list may be drawn once more after that, as when its rows are read anew.
 */
function focusMove(list: HTMLElement | null, { id, by }: Move): void {
  const names = [moveName({ id, by }), moveName({ id, by: by === 1 ? -1 : 1 })];
  const focused = document.activeElement;
  const isLost = focused === null || focused.contains(list) || focused.matches(':disabled');
  if (!isLost) return;
  for (const name of names) {
    const button = list?.querySelector<HTMLButtonElement>(`[data-move="${name}"]:enabled`);
    if (!button) continue;
    button.focus();
    return;
  }
}

function placeOf(shown: readonly ColumnFacts[], id: string): string {
  const at = shown.findIndex((column) => column.id === id);
  const header = shown[at]?.header;
  return header === undefined ? '' : `${header} is ${String(at + 1)} of ${String(shown.length)}`;
}
