'use client';

import { useState, type ReactNode } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { formatCount } from '@/lib/numbers';
import type { Outputs } from '@/trpc/outputs';
import { FormProblem } from './form-problem';
import { refusalOf } from './words';

type Outcome = Outputs['retirement']['retireMany'];

/** What is acted on, by its id or key, with the name that readers know it by. */
export interface Acted {
  readonly id: string;
  readonly name: string;
}

export interface BulkDialogProps {
  /** The question: "Retire 12 images?". */
  title: string;
  description: string;
  /** The verb on the button: "Retire them". */
  confirmLabel: string;
  /** What was done, after a number: "retired". */
  doneWord: string;
  items: readonly Acted[];
  /** How many go in one call. */
  chunk: number;
  /** Does it to some of them. Those that are asked for are these, whatever the list holds by now. */
  act: (ids: readonly string[]) => Promise<Outcome>;
  /** Why it cannot be confirmed yet. */
  isReady?: boolean;
  /** Called when the reader has seen what was done, with the ids that it was done to. */
  onClose: (done: readonly string[]) => void;
  children?: ReactNode;
}

interface Progress {
  readonly done: readonly string[];
  readonly refused: Outcome['refused'];
}

const NONE: Progress = { done: [], refused: [] };

/** Asks before many are acted on, does it a few at a time, and says what was done and what was not. */
export function BulkDialog(props: BulkDialogProps) {
  const { items, chunk, act } = props;
  const queries = useQueryClient();
  const [progress, setProgress] = useState<Progress | null>(null);
  const [isActing, setActing] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const run = async () => {
    setActing(true);
    let reached = progress ?? NONE;
    const rest = items.slice(reached.done.length + reached.refused.length);
    try {
      for (let from = 0; from < rest.length; from += chunk) {
        const outcome = await act(rest.slice(from, from + chunk).map(({ id }) => id));
        reached = {
          done: [...reached.done, ...outcome.done],
          refused: [...reached.refused, ...outcome.refused],
        };
        setProgress(reached);
      }
      setProblem(null);
    } catch (error) {
      setProgress(reached);
      setProblem(refusalOf(error, 'Not all of it was done.'));
    }
    setActing(false);
    // Counts of every kind were of these, too.
    await queries.invalidateQueries();
  };
  const reached = progress ? progress.done.length + progress.refused.length : 0;
  const isOver = progress !== null && !isActing && reached === items.length;
  const close = () => {
    if (!isActing) props.onClose(progress?.done ?? []);
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) close();
      }}
      title={props.title}
      description={props.description}
      footer={
        isOver ? (
          <Button variant="primary" onClick={close}>
            Close
          </Button>
        ) : (
          <>
            <Button disabled={isActing} onClick={close}>
              Cancel
            </Button>
            <Button
              variant="primary"
              loading={isActing}
              disabled={props.isReady === false}
              onClick={() => void run()}
            >
              {problem === null ? props.confirmLabel : 'Go on'}
            </Button>
          </>
        )
      }
    >
      <div className="grid gap-3">
        {progress === null && !isActing && props.children}
        <div role="status" className="grid gap-2 text-sm empty:hidden">
          {(isActing || progress !== null) && (
            <p>
              {formatCount(progress?.done.length ?? 0)} of {formatCount(items.length)}{' '}
              {props.doneWord}.
            </p>
          )}
          {progress !== null && progress.refused.length > 0 && (
            <Refused items={items} refused={progress.refused} />
          )}
        </div>
        <FormProblem>{problem}</FormProblem>
      </div>
    </Dialog>
  );
}

interface RefusedProps {
  items: readonly Acted[];
  refused: Outcome['refused'];
}

function Refused({ items, refused }: RefusedProps) {
  const names = new Map(items.map(({ id, name }) => [id, name]));
  return (
    <>
      <p>Not done:</p>
      <ul className="grid max-h-48 gap-1 overflow-y-auto">
        {refused.map(({ id, reason }) => (
          <li key={id} className="wrap-anywhere">
            <span className="font-medium">{names.get(id) ?? id}</span>{' '}
            <span className="text-muted">{reason}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
