import type { PackageVerdict } from '@/domain/registry/verdict';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import type { Deps } from '@/server/platform/deps';
import {
  type ComponentVerdict,
  type PackagedComponent,
  saveVerdicts,
} from '../repository/packages';

/** Components that are told of in one transaction; a look has fewer, as registries are asked a few hundred questions in it. */
const MUCH = 5_000;

/** What a look found of an organization's packages that the look before had not. */
export interface JudgedNews {
  /** Components that are judged, and were not, or otherwise. */
  readonly componentIds: readonly string[];
  /** Package URLs of what was judged, and is not any more. */
  readonly takenBack: readonly string[];
  /** When the look before was: what nothing held then is not newly judged. */
  readonly lookedAt: Date;
  readonly at: Date;
}

/** Tells of it, in the transaction that stores it. */
export type TellOfJudged = (
  tx: Transaction,
  organizationId: OrganizationId,
  news: JudgedNews,
) => Promise<void>;

type Stored = Pick<PackagedComponent, 'degree' | 'kind'>;

/**
 * Whether a component is judged that was not, or otherwise, though its registry had been read by the look before. What was read
 * for the first time, or again after it had been forgotten, is known anew and not judged anew.
 */
export function isJudgedAnew(
  stored: Stored,
  made: { readonly verdict: PackageVerdict | null; readonly knownSince: Date },
  lookedAt: Date,
): boolean {
  const { verdict, knownSince } = made;
  if (stored.degree === null) return verdict !== null && knownSince <= lookedAt;
  return verdict === null || verdict.degree !== stored.degree || verdict.kind !== stored.kind;
}

/** The news of one look, which are stored when they are told, and not before: a look that is cut short loses none. */
export interface News {
  readonly lookedAt: Date;
  add(change: ComponentVerdict, purl: string | null): void;
  /** Whether they are as many as are told in one transaction. */
  isMuch(): boolean;
  /** Stores and tells what was added. */
  tell(): Promise<void>;
}

/** Begins to collect the news of a look. @param lookedAt when the look before was */
export function createNews(
  { db, clock, tell }: Pick<Deps, 'db' | 'clock'> & { readonly tell: TellOfJudged },
  organizationId: OrganizationId,
  lookedAt: Date,
): News {
  let held: { readonly change: ComponentVerdict; readonly purl: string | null }[] = [];
  return {
    lookedAt,
    add: (change, purl) => {
      held.push({ change, purl });
    },
    isMuch: () => held.length >= MUCH,
    tell: async () => {
      if (held.length === 0) return;
      const told = held;
      held = [];
      const isJudged = ({ change }: (typeof told)[number]) => change.verdict !== null;
      await db.transaction(async (tx) => {
        await saveVerdicts(
          organizationId,
          tx,
          told.map(({ change }) => change),
        );
        await tell(tx, organizationId, {
          componentIds: told.filter(isJudged).map(({ change }) => change.id),
          takenBack: told.filter((one) => !isJudged(one)).flatMap(({ purl }) => purl ?? []),
          ...{ lookedAt, at: clock.now() },
        });
      });
    },
  };
}
