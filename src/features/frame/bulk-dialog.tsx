'use client';

import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { formatCount } from '@/lib/numbers';
import { requestIdOf, statusOf } from '@/trpc/query-client';
import { NONE, runBulk, type Outcome, type Progress } from './bulk-run';
import { FormProblem } from './form-problem';
import { refusalOf } from './words';

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

const NOT_ALL = 'Not all of it was done.';

/** Says what stopped a call. A fault of the server's has changed nothing, but calls before it have. */
function stoppedBy(error: unknown): string {
  const status = statusOf(error);
  if (status === null || status < 500) return refusalOf(error, NOT_ALL);
  const requestId = requestIdOf(error);
  return `${NOT_ALL} The server made a mistake.${requestId === null ? '' : ` Request ${requestId}.`}`;
}

/** Asks before many are acted on, does it a few at a time, and says what was done and what was not. */
export function BulkDialog(props: BulkDialogProps) {
  const { items, chunk, act } = props;
  const refreshAtEnd = useRefreshAtEnd();
  const [progress, setProgress] = useState<Progress | null>(null);
  const [isActing, setActing] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const run = async () => {
    setActing(true);
    refreshAtEnd();
    const begun = progress ?? NONE;
    setProgress(begun);
    const ids = items.map(({ id }) => id);
    try {
      const isOver = await runBulk(ids, begun, { chunk, act, onProgress: setProgress });
      setProblem(isOver ? null : NOT_ALL);
    } catch (error) {
      setProblem(stoppedBy(error));
    }
    setActing(false);
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

/**
 * Has everything read again once the dialog is gone: counts of every kind were of what was acted on. While it is open, a list
 * that had nothing left would take it away, and what it says of the outcome.
 */
function useRefreshAtEnd(): () => void {
  const queries = useQueryClient();
  const hasActed = useRef(false);
  useEffect(
    () => () => {
      if (hasActed.current) void queries.invalidateQueries();
    },
    [queries],
  );
  return useCallback(() => {
    hasActed.current = true;
  }, []);
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
