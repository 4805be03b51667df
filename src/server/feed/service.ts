import { adviceOn } from '@/domain/advice/advice';
import { dayOf } from '@/domain/eol/calendar';
import { notFound } from '@/domain/errors';
import type { FeedScope } from '@/domain/feed/address';
import { type Badge, badgeOf, emptyBadge } from '@/domain/feed/badge';
import type { FeedContent, FeedMove } from '@/domain/feed/content';
import { endoflifeCycles, namesLeadingTo } from '@/server/catalog/service/products';
import {
  type FeedSubject,
  findSubjectName,
  type ShownFeedToken,
} from '@/server/feed-token/service';
import { findOrganization } from '@/server/organization/service';
import type { Deps } from '@/server/platform/deps';
import { ownerScope } from '@/server/team/service/owners';
import { feedCycles, feedImages, type FeedRange, feedStates, movesOf } from './repository';

/**
 * Gathers what a token's calendar and feed are written from.
 * @param limit of more cycles, those that end nearest to today are taken
 * @throws DomainError 404 when what it reads is gone
 */
export async function readFeed(
  deps: Deps,
  token: ShownFeedToken,
  limit: number,
): Promise<FeedContent> {
  const { db, catalog, clock, env } = deps;
  const name = await findSubjectName(deps, token);
  const organization = await findOrganization(token.organizationId, db);
  const range = await rangeOf(deps, token);
  const view = await catalog.forOrganization(token.organizationId);
  const today = dayOf(clock.now());
  const rows = await feedCycles(range, db, today, limit);
  const moves = Map.groupBy(
    await movesOf(
      token,
      db,
      rows.map(({ id }) => id),
    ),
    ({ softwareCycleId }) => softwareCycleId,
  );
  return {
    id: token.id,
    organizationId: token.organizationId,
    title: name ?? organization?.name ?? '',
    publicUrl: env.publicUrl,
    pageUrl: `${env.publicUrl}${pathOf(token)}`,
    createdAt: token.createdAt,
    leftOut: (rows[0]?.ends ?? 0) - rows.filter(({ eolOn }) => eolOn !== null).length,
    cycles: rows.map((row) => ({
      key: row.cycleKey,
      productName: row.productName,
      cycle: row.cycle,
      endsOn: row.eolOnKnown ? row.eolOn : null,
      hasEnded: row.eolOn !== null && row.eolOn <= today,
      source: row.eolSource,
      evidence: row.evidence,
      support: row.support,
      firstSeenOn: row.firstSeenOn,
      endedBy: row.endedBy,
      updatedAt: row.updatedAt,
      images: row.images,
      moveTo: adviceOn(view, row, today)?.target?.label ?? null,
      moves: (moves.get(row.id) ?? []).map(toMove),
    })),
  };
}

function toMove(row: Awaited<ReturnType<typeof movesOf>>[number]): FeedMove {
  const { sequence, oldEolOn, newEolOn, source, movedAt } = row;
  return { sequence, from: oldEolOn, to: newEolOn, source, at: movedAt };
}

/**
 * Counts what a token's badge says.
 * @throws DomainError 404 when what it reads is gone
 */
export async function readBadge(deps: Deps, token: ShownFeedToken): Promise<Badge> {
  await findSubjectName(deps, token);
  const { db, clock } = deps;
  const range = await rangeOf(deps, token);
  const today = dayOf(clock.now());
  if (token.scope === 'product') {
    const cycles = await feedStates(range, db, today);
    const isHeld = Object.values(cycles).some((count) => count > 0);
    return isHeld ? badgeOf({ cycles, unmatched: 0 }) : emptyBadge('not in use');
  }
  const [cycles, { images, unmatched }] = await Promise.all([
    feedStates(range, db, today),
    feedImages(range, db),
  ]);
  return images > 0 ? badgeOf({ cycles, unmatched }) : emptyBadge('nothing scanned');
}

/**
 * Gives a product as endoflife.date writes it. A token of the organization reads every product, one of a product that
 * one, and no other any.
 * @throws DomainError 404 when the token does not read it, or there is none
 */
export function readEndoflife(deps: Deps, token: ShownFeedToken, slug: string) {
  const mayRead =
    token.scope === 'organization' || (token.scope === 'product' && token.product === slug);
  if (!mayRead) throw notFound('Product');
  return endoflifeCycles(deps, token.organizationId, slug);
}

async function rangeOf({ db, catalog }: Deps, subject: FeedSubject): Promise<FeedRange> {
  if (subject.product === null) {
    return { ...subject, nameKeys: null, owner: await ownerOf(db, subject) };
  }
  const view = await catalog.forOrganization(subject.organizationId);
  const product = view.productBySlug(subject.product);
  return { ...subject, nameKeys: product ? namesLeadingTo(view, product) : [], owner: null };
}

function ownerOf(db: Deps['db'], { organizationId, scope, subjectId }: FeedSubject) {
  if (scope === 'team') return ownerScope({ db }, organizationId, { owner: subjectId });
  if (scope !== 'mine') return null;
  return ownerScope({ db }, organizationId, { owner: 'mine', readerId: subjectId });
}

const PATHS: Readonly<Record<FeedScope, string>> = {
  organization: '/timeline',
  team: '/teams/',
  mine: '/timeline?owner=mine',
  project: '/projects/',
  image: '/images/',
  product: '/catalog/',
};

function pathOf({ scope, subjectId, product }: FeedSubject): string {
  if (scope === 'mine') return PATHS.mine;
  return `${PATHS[scope]}${encodeURIComponent(subjectId ?? product ?? '')}`;
}
