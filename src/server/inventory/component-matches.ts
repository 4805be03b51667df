import type { CatalogView } from '@/domain/catalog/catalog-view';
import {
  isSameMatch,
  toComponentMatch,
  type ComponentMatch,
} from '@/domain/inventory/component-match';
import type { MatchedComponent } from '@/domain/inventory/inventory-findings';
import type { OrganizationId } from '@/server/auth/organization-id';
import type { Transaction } from '@/server/db';
import { componentsById, updateMatches, type StoredComponent } from './component-queries';

/** Components of one organization that are remembered at once: some 50 MB. */
const MAX_REMEMBERED = 300_000;

/** A component's match by one catalogue, and whether what is stored says otherwise. */
export interface FreshMatch {
  readonly match: ComponentMatch;
  readonly isChanged: boolean;
}

/** What one catalogue says of an organization's components, remembered while its images are gone through. */
export class ComponentMatches {
  private readonly remembered = new Map<string, MatchedComponent>();

  constructor(
    private readonly organizationId: OrganizationId,
    private readonly catalog: Pick<CatalogView, 'matchScanned'>,
  ) {}

  /** Matches a component anew. */
  matchOf(component: StoredComponent): FreshMatch {
    const match = toComponentMatch(
      this.catalog.matchScanned(component, component.distro ?? null),
      component,
    );
    const { id, type, state, product, cycle, cycleKey } = component;
    if (this.remembered.size >= MAX_REMEMBERED) this.remembered.clear();
    this.remembered.set(id, { id, type, match });
    const isChanged =
      state === null || !isSameMatch(match.stored, { state, product, cycle, cycleKey });
    return { match, isChanged };
  }

  /** The components of these ids; where what is stored of one says otherwise, that is put right. */
  async of(tx: Transaction, ids: readonly string[]): Promise<MatchedComponent[]> {
    const fresh = await componentsById(
      this.organizationId,
      tx,
      ids.filter((id) => !this.remembered.has(id)),
    );
    const read = new Map<string, MatchedComponent>();
    const changed: { id: string; match: ComponentMatch['stored'] }[] = [];
    for (const component of fresh) {
      const { match, isChanged } = this.matchOf(component);
      read.set(component.id, { id: component.id, type: component.type, match });
      if (isChanged) changed.push({ id: component.id, match: match.stored });
    }
    await updateMatches(this.organizationId, tx, changed);
    return ids.flatMap((id) => read.get(id) ?? this.remembered.get(id) ?? []);
  }
}
