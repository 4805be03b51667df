'use client';

import type { SignatureRisk } from '@/domain/policy/signature-risk';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { useAtRisk } from './query';
import { riskSequel, riskTitle, riskWords, wordToDeny } from './words';

export interface SignatureQuestionProps {
  /** What may begin to fail; null: nothing is asked. */
  risk: SignatureRisk | null;
  confirmLabel: string;
  /** How it could begin more softly. */
  advice?: string;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before builds may begin to fail over signatures at once. */
export function SignatureQuestion(props: SignatureQuestionProps) {
  const { risk, confirmLabel, advice = '', onConfirm, onClose } = props;
  const atRisk = useAtRisk(risk);
  const asked = risk ?? 'unverified';
  return (
    <ConfirmDialog
      // What was typed before is not there when it asks again.
      key={String(risk === null)}
      open={risk !== null}
      onOpenChange={(open) => !open && onClose()}
      title={riskTitle(asked)}
      description={
        atRisk.kind === 'working'
          ? riskSequel(asked)
          : [`${riskWords(asked, atRisk)}.`, riskSequel(asked), advice].join(' ').trim()
      }
      confirmLabel={confirmLabel}
      isWorking={atRisk.kind === 'working'}
      typeToConfirm={wordToDeny(atRisk)}
      onConfirm={() => {
        onClose();
        onConfirm();
      }}
    />
  );
}
