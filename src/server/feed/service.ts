import { adviceOn } from '@/domain/advice/advice';
import { dayOf } from '@/domain/eol/calendar';
import { notFound } from '@/domain/errors';
import type { FeedScope } from '@/domain/feed/address';
import { type Badge, badgeOf } from '@/domain/feed/badge';
import type { FeedContent, FeedMove } from '@/domain/feed/content';
import { endoflifeCycles, namesLeadingTo } from '@/server/catalog/service/products';
import {
  type FeedSubject,
  findSubjectName,
  type ShownFeedToken,
} from '@/server/feed-token/service';
import { findOrganization } from '@/server/organization/service';
import type { Deps } from '@/server/platform/deps';
import { feedCycles, feedImages, type FeedRange, feedStates, movesOf } from './repository';

/** More than calendars show; of more cycles, those that end nearest to today are taken. */
const MAX_CYCLES = 2_000;

/**
 * Gathers what a token's calendar and feed are written from.
 * @throws DomainError 404 when what it reads is gone
 */
export async function readFeed(deps: Deps, token: ShownFeedToken): Promise<FeedContent> {
  const { db, catalog, clock, env } = deps;
  const name = await findSubjectName(deps, token);
  const organization = await findOrganization(token.organizationId, db);
  const range = await rangeOf(deps, token);
  const view = await catalog.forOrganization(token.organizationId);
  const today = dayOf(clock.now());
  const rows = await feedCycles(range, db, today, MAX_CYCLES);
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
    cycles: rows.map((row) => ({
      key: row.cycleKey,
      productName: row.productName,
      cycle: row.cycle,
      endsOn: row.eolOnKnown ? row.eolOn : null,
      hasEnded: row.eolOn !== null && row.eolOn <= today,
      source: row.eolSource,
      firstSeenOn: row.firstSeenOn,
      updatedAt: row.updatedAt,
      images: row.images,
      moveTo: adviceOn(view, row, today)?.target?.label ?? null,
      moves: (moves.get(row.id) ?? []).map(toMove),
    })),
  };
}

function toMove(row: Awaited<ReturnType<typeof movesOf>>[number]): FeedMove {
  const { id, oldEolOn, newEolOn, source, movedAt } = row;
  return { id, from: oldEolOn, to: newEolOn, source, at: movedAt };
}

/**
 * Counts what a token's badge says.
 * @throws DomainError 404 when what it reads is gone
 */
export async function readBadge(deps: Deps, token: ShownFeedToken): Promise<Badge> {
  await findSubjectName(deps, token);
  const { db, clock } = deps;
  const range = await rangeOf(deps, token);
  const [states, images] = await Promise.all([
    feedStates(range, db, dayOf(clock.now())),
    feedImages(range, db),
  ]);
  const cycles = (state: 'ended' | 'soon' | 'unknown') => states.get(state)?.cycles ?? 0;
  const isProduct = token.scope === 'product';
  return badgeOf({
    // Of a product only what holds it counts.
    images: isProduct ? states.size : images.images,
    ended: cycles('ended'),
    soon: cycles('soon'),
    unknown: cycles('unknown'),
    unmatched: isProduct ? null : images.unmatched,
  });
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

async function rangeOf({ catalog }: Deps, subject: FeedSubject): Promise<FeedRange> {
  if (subject.product === null) return { ...subject, nameKeys: null };
  const view = await catalog.forOrganization(subject.organizationId);
  const product = view.productBySlug(subject.product);
  return { ...subject, nameKeys: product ? namesLeadingTo(view, product) : [] };
}

const PATHS: Readonly<Record<FeedScope, string>> = {
  organization: '/timeline',
  project: '/projects/',
  image: '/images/',
  product: '/catalog/',
};

function pathOf({ scope, subjectId, product }: FeedSubject): string {
  return `${PATHS[scope]}${encodeURIComponent(subjectId ?? product ?? '')}`;
}
