import { recordInstallationAudit } from '@/server/audit/service';
import type { CallOrigin } from '@/server/auth/principal';
import type { Transaction } from '@/server/db';

export interface AccountChange {
  readonly at: Date;
  readonly origin: CallOrigin;
  /** What comes after `account.`, such as `password_change`. */
  readonly what: string;
  /** Never a secret, nor a digest of one. */
  readonly detail?: object;
}

/** Notes what a person did to their own account: it belongs to the installation, not to an organization. */
export function recordAccountChange(
  tx: Transaction,
  person: { readonly id: string; readonly name: string },
  { at, origin, what, detail = {} }: AccountChange,
): Promise<void> {
  return recordInstallationAudit(
    tx,
    { kind: 'person', id: person.id, name: person.name, origin },
    { at, action: `account.${what}`, subjectKind: 'user', subjectId: person.id, detail },
  );
}
