import { overlaidView } from '@/domain/catalog/overlay';
import {
  type CatalogOverlay,
  type CatalogView,
  indexCatalog,
  type IndexedCatalog,
  isSameRevision,
  plainView,
  type RevisionIdentity,
} from '@/domain/catalog/view';
import { daysOfConclusions } from '@/domain/catalog/older-lines';
import { type Day, dayOf } from '@/domain/eol/calendar';
import { matchingKey } from '@/domain/inventory/matching';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Clock } from '@/server/platform/clock';
import type { Database, Transaction } from '@/server/platform/db/db';
import { type Listening, listenTo } from '@/server/platform/db/listen';
import type { Logger } from '@/server/platform/log';
import {
  findOverlayStates,
  findOverrides,
  findOwnProducts,
  type OverlayState,
} from '../repository/overlay';
import { findOwnIdentifiers } from '../repository/own-identifiers';
import { loadCatalog } from '../repository/products';
import { CATALOG_CHANNEL, readAnnouncement, type CatalogChange } from '../repository/channel';
import { findRevision } from '../repository/revisions';
import { starterProduct, toProduct } from '@/domain/catalog/starter-product';

/** The catalog that all organizations share, as this process holds it. */
export interface LoadedCatalog extends IndexedCatalog, RevisionIdentity {
  /** The last day on which time alone ended something that no cycle speaks of; null: it never did. */
  readonly concludedOn: Day | null;
  /** The next such day. */
  readonly concludesOn: Day | null;
}

/** The catalog as one organization sees it. */
export interface OrganizationCatalog extends CatalogView {
  /** Changes whenever the catalog, the organization's additions to it, or the conclusions from it change. */
  readonly key: string;
  /** Whether the organization has contracts, so that whoever answers by name has to ask what they cover. */
  readonly hasContracts: boolean;
}

export interface CatalogStore {
  /** Gives the catalog as it is now: nothing is read. */
  current(): LoadedCatalog;
  /**
   * Gives the catalog with the organization's own products and dates. Reads the database the first time and after
   * the organization changed something; for all other calls one look into memory.
   */
  forOrganization(organizationId: OrganizationId): Promise<OrganizationCatalog>;
  /**
   * Finds the keys of many organizations' catalogs, by what this process has read of the catalog and the database holds of
   * theirs. None of their catalogs is read for it.
   */
  keysOf(organizationIds: readonly OrganizationId[]): Promise<ReadonlyMap<string, string>>;
  /** Reads the changes since the last read; call it after a change of one's own to see it at once. */
  refresh(): Promise<void>;
  /** Finds the state that the catalog has in the database, for what is to be of no other. */
  stateIn(tx: Transaction): Promise<RevisionIdentity>;
  /** Forgets an organization's additions; call it after a change of one's own to see it at once. */
  forgetOverlay(organizationId: OrganizationId): void;
  /** Tells of every change that this process has taken in. Returns a function that ends it. */
  onChange(listener: (change: CatalogChange) => void): () => void;
  /** Loads the catalog and follows its changes, whichever process makes them. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Milliseconds after which a change is seen at the latest when its announcement was lost. */
const CHECK_INTERVAL_MS = 30_000;

/** Views of so many organizations are held, some 20 KiB each; the one that was asked for longest ago goes first. */
const HELD_ORGANIZATIONS = 1_000;

interface HeldOverlay extends OverlayState {
  /** Null: the organization adds nothing. */
  readonly overlay: CatalogOverlay | null;
}

const EMPTY: LoadedCatalog = {
  ...indexCatalog([]),
  revision: 0,
  revisionId: null,
  concludedOn: null,
  concludesOn: null,
};

const NO_OVERLAY: OverlayState = { version: 0, hasContracts: false };

class Store implements CatalogStore {
  private loaded = EMPTY;
  private plain = plainView(EMPTY);
  private readonly overlays = new Map<OrganizationId, Promise<HeldOverlay>>();
  /** Made of the catalog that is loaded, and gone with it: each holds all of it, and who asks seldom would keep an old one. */
  private views = new WeakMap<HeldOverlay, OrganizationCatalog>();
  private readonly listeners = new Set<(change: CatalogChange) => void>();
  private turn: Promise<void> = Promise.resolve();
  private listening: Listening | null = null;
  private timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly db: Database,
    private readonly logger: Logger,
    private readonly clock: Clock,
    private readonly heldOrganizations: number,
  ) {}

  current(): LoadedCatalog {
    return this.loaded;
  }

  async forOrganization(organizationId: OrganizationId): Promise<OrganizationCatalog> {
    const held = await this.overlayOf(organizationId);
    const { loaded, views } = this;
    const known = views.get(held);
    if (known) return known;
    const view = held.overlay ? overlaidView(loaded, held.overlay) : this.plain;
    const catalog = {
      ...view,
      key: matchingKey(loaded, held.version, loaded.concludedOn),
      hasContracts: held.hasContracts,
    };
    views.set(held, catalog);
    return catalog;
  }

  async keysOf(organizationIds: readonly OrganizationId[]): Promise<ReadonlyMap<string, string>> {
    const states = await findOverlayStates(this.db, organizationIds);
    const { loaded } = this;
    return new Map(
      [...states].map(([id, { version }]) => [
        id,
        matchingKey(loaded, version, loaded.concludedOn),
      ]),
    );
  }

  /** Gives an overlay; one that is forgotten while it is being read is read again for the next caller. */
  private overlayOf(organizationId: OrganizationId): Promise<HeldOverlay> {
    const known = this.overlays.get(organizationId);
    if (known) {
      this.overlays.delete(organizationId);
      this.overlays.set(organizationId, known);
      return known;
    }
    const reading = loadOverlay(organizationId, this.db);
    this.overlays.set(organizationId, reading);
    this.forgetLongUnused();
    reading.catch(() => {
      if (this.overlays.get(organizationId) === reading) this.overlays.delete(organizationId);
    });
    return reading;
  }

  /** Nobody is told: what is read again is the same. */
  private forgetLongUnused(): void {
    for (const longest of this.overlays.keys()) {
      if (this.overlays.size <= this.heldOrganizations) return;
      this.overlays.delete(longest);
    }
  }

  refresh(): Promise<void> {
    const turn = this.turn.then(() => this.takeIn());
    // The next turn comes whatever became of this one; its own caller is told.
    this.turn = turn.catch(() => undefined);
    return turn;
  }

  private async takeIn(): Promise<void> {
    const today = dayOf(this.clock.now());
    const isRead = isSameRevision(await findRevision(this.db), this.loaded);
    if (isRead && !this.hasOutlived(today)) return;
    const { revision, revisionId, products } = isRead ? this.loaded : await loadCatalog(this.db);
    const { last, next } = daysOfConclusions(products, today);
    const index = indexCatalog(products, today);
    this.loaded = { ...index, revision, revisionId, concludedOn: last, concludesOn: next };
    this.plain = plainView(this.loaded);
    this.views = new WeakMap();
    this.logger.info({ revision, products: products.length }, 'catalog loaded');
    this.tell({ kind: 'catalog' });
  }

  stateIn(tx: Transaction): Promise<RevisionIdentity> {
    return findRevision(tx);
  }

  /** Tells whether something that no cycle speaks of has come to its end since the catalog was read. */
  private hasOutlived(today: Day): boolean {
    const { concludesOn } = this.loaded;
    return concludesOn !== null && concludesOn <= today;
  }

  forgetOverlay(organizationId: OrganizationId): void {
    this.overlays.delete(organizationId);
    this.tell({ kind: 'overlay', organizationId });
  }

  onChange(listener: (change: CatalogChange) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private tell(change: CatalogChange): void {
    for (const listener of this.listeners) listener(change);
  }

  async start(): Promise<void> {
    await this.refresh();
    this.listening = listenTo({
      db: this.db,
      logger: this.logger,
      channel: CATALOG_CHANNEL,
      onListening: () => this.check(),
      onMessage: (payload) => {
        const change = readAnnouncement(payload);
        if (change.kind === 'overlay') this.forgetOverlay(change.organizationId);
        else this.refreshLater();
      },
    });
    this.timer = setInterval(() => this.check(), CHECK_INTERVAL_MS).unref();
  }

  /** Looks for changes whose announcement was lost. */
  private check(): void {
    this.refreshLater();
    this.checkOverlays().catch((err: unknown) => {
      this.logger.warn({ err }, 'cannot look for changes of the catalog');
    });
  }

  private refreshLater(): void {
    this.refresh().catch((err: unknown) => {
      this.logger.warn({ err }, 'the catalog cannot be read; the one before stays in use');
    });
  }

  private async checkOverlays(): Promise<void> {
    const held = [...this.overlays];
    if (held.length === 0) return;
    const states = await findOverlayStates(
      this.db,
      held.map(([id]) => id),
    );
    for (const [id, reading] of held) {
      const known = await reading.catch(() => null);
      const now = states.get(id) ?? NO_OVERLAY;
      const isSame =
        known === null ||
        (known.version === now.version && known.hasContracts === now.hasContracts);
      if (!isSame && this.overlays.get(id) === reading) this.forgetOverlay(id);
    }
  }

  async stop(): Promise<void> {
    if (this.timer) clearInterval(this.timer);
    await this.listening?.stop();
    await this.turn;
  }
}

/** Makes the catalog of a process; empty until it is started or refreshed. */
export function createCatalogStore(
  db: Database,
  logger: Logger,
  clock: Clock,
  heldOrganizations = HELD_ORGANIZATIONS,
): CatalogStore {
  return new Store(db, logger, clock, heldOrganizations);
}

/** Loads an organization's additions to the catalog (null: none), and the state that they were read at. */
export async function loadOverlay(
  organizationId: OrganizationId,
  db: Database,
): Promise<OverlayState & { readonly overlay: CatalogOverlay | null }> {
  // The state first: a change that is committed in between counts as newer than it, and is read again.
  const state = (await findOverlayStates(db, [organizationId])).get(organizationId) ?? NO_OVERLAY;
  if (state.version === 0) return { ...state, overlay: null };
  const ownProducts = (await findOwnProducts(organizationId, db)).map(({ document }) =>
    toProduct(starterProduct.parse(document), 'organization'),
  );
  const overrides = (await findOverrides(organizationId, db)).map(({ setAt, ...override }) => ({
    ...override,
    setOn: dayOf(setAt),
  }));
  const identifiers = await findOwnIdentifiers(organizationId, db);
  const isEmpty = ownProducts.length + overrides.length + identifiers.length === 0;
  return { ...state, overlay: isEmpty ? null : { ownProducts, overrides, identifiers } };
}
