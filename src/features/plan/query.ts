import { cache } from 'react';
import type { Outputs } from '@/trpc/outputs';
import { callServer, isRefused, pageQueryClient, trpc } from '@/trpc/server';
import { toPlansQuery, type PlansParams } from './params';
import type { PlanSubject } from './types';

export type ListedPlan = Outputs['plan']['list']['items'][number];
export type PlanDetail = Outputs['plan']['get'];

/**
 * Reads what the plans show first. A failure is not thrown here: the browser tries again, and says what happened.
 */
export async function prefetchPlans(params: PlansParams): Promise<void> {
  const queries = pageQueryClient();
  await queries.prefetchQuery(trpc.plan.list.queryOptions(toPlansQuery(params)));
}

/** Reads a plan of the reader's organization, once for each request; null when there is none by this id. */
export const loadPlan = cache(async (id: string): Promise<PlanDetail | null> => {
  try {
    return await callServer.plan.get({ id });
  } catch (error) {
    if (isRefused(error, ['NOT_FOUND', 'BAD_REQUEST'])) return null;
    throw error;
  }
});

/** Reads software of the reader's organization; null when there is none by this id. */
export const loadSoftwareToPlan = cache(async (softwareId: string) => {
  try {
    return await callServer.software.get({ softwareId });
  } catch (error) {
    if (isRefused(error, ['NOT_FOUND', 'BAD_REQUEST'])) return null;
    throw error;
  }
});

/** Reads what a plan's form offers: where to move, and who could see to it. */
export async function loadSubject(
  organizationId: string,
  softwareId: string | null,
  { productName, cycle }: Pick<PlanSubject, 'productName' | 'cycle'>,
): Promise<PlanSubject> {
  const software = softwareId === null ? null : await loadSoftwareToPlan(softwareId);
  const { idp_id: idpOrgId } = await callServer.organization.get({ id: organizationId });
  const members = await callServer.member.list({ idp_org_id: idpOrgId });
  return {
    productName,
    cycle,
    advised: software?.advice?.target?.name ?? null,
    targets: (software?.lifecycle ?? []).filter(({ isThis }) => !isThis),
    people: members.map(({ user_id: id, name }) => ({ id, name })),
    teams: await callServer.team.names(),
  };
}

/** Reads the software that most needs a move. */
export async function prefetchSoftwareToMove(): Promise<void> {
  await pageQueryClient().prefetchQuery(trpc.overview.toMove.queryOptions());
}

/** Reads the plans for software, those due first. */
export async function loadPlansFor({
  productName,
  cycle,
}: Pick<PlanSubject, 'productName' | 'cycle'>) {
  const { items } = await callServer.plan.list({ product_name: productName, cycle, size: 20 });
  return items;
}

/** Reads the plans that move what an image holds, those due first. */
export async function loadPlansForImage(imageTagId: string) {
  const { items } = await callServer.plan.list({ image_id: imageTagId, size: 20 });
  return items;
}
