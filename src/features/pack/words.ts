import { TEMPLATE_TITLES } from '@/domain/pack/templates';
import type { Pack, Signer } from './types';

/** Names a pack. */
export function titleOf({ number, template }: Pick<Pack, 'number' | 'template'>): string {
  return `Evidence pack ${String(number)}: ${TEMPLATE_TITLES[template]}`;
}

/** Says what somebody has done who signed. */
export const SIGNER_WORDS: Readonly<Record<Signer, string>> = {
  reviewer: 'Reviewed by',
  approver: 'Approved by',
};

/** Says how far signing is. */
export function signedWords({ signatures }: Pick<Pack, 'signatures'>): string {
  if (signatures.length === 0) return 'Not signed';
  const names = signatures.map(({ signer, user }) => `${SIGNER_WORDS[signer]} ${user.name}`);
  return names.join(', ');
}
