import type { Product } from '@/domain/catalog/catalog';
import { foldedName } from '@/domain/catalog/product-names';
import { namesFoundBy, productOfCycle } from '@/domain/catalog/stand-ins';
import type { CatalogView } from '@/domain/catalog/view';
import { exportFileName } from '@/domain/csv/csv';
import { dayOf, type Day } from '@/domain/eol/calendar';
import type { EvidenceDegree } from '@/domain/evidence/degree';
import { identityOf } from '@/domain/identifiers/identity';
import type { ComponentState } from '@/domain/inventory/component-state';
import { DISTRIBUTION_TYPE } from '@/domain/inventory/matching';
import { RELEASE } from '@/domain/release';
import type { WrittenComponent, WrittenHead } from '@/domain/sbom/document';
import { WRITTEN_FORMATS } from '@/domain/sbom/formats';
import type { SbomFormatName } from '@/domain/sbom/names';
import {
  type FoundEnd,
  type SaidOfPackage,
  writtenLifecycle,
  type WrittenLifecycle,
} from '@/domain/sbom/lifecycle';
import type { CarriedLifecycle } from '@/domain/scan/carried';
import { componentsOfImage, registryWordsOfImage } from '@/server/component/service';
import { endsInImage } from '@/server/finding/service/findings';
import { subjectOfImage } from '@/server/image/service';
import { findOrganization } from '@/server/organization/service';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Deps } from '@/server/platform/deps';
import type { AnswerFile } from '@/server/platform/trpc/context';

/**
 * Writes what an image's latest scan found as an SBOM, with what is known today of each component's support. The same
 * knowledge on the same day gives the same bytes. Nothing but the ends of its software is in memory as a whole.
 * @throws DomainError 404 when the organization has no such image
 */
export async function writeSbom(
  deps: Deps,
  organizationId: OrganizationId,
  imageTagId: string,
  formatName: SbomFormatName,
): Promise<AnswerFile> {
  const subject = await subjectOfImage(deps, organizationId, imageTagId);
  const [ends, words, catalog, organization] = await Promise.all([
    endsInImage(deps, organizationId, imageTagId),
    registryWordsOfImage(deps, organizationId, imageTagId),
    deps.catalog.forOrganization(organizationId),
    findOrganization(organizationId, deps.db),
  ]);
  const today = dayOf(deps.clock.now());
  const lifecycleOf = lifecycles(catalog, ends, today);
  const { distro, latestScanId } = subject;
  const system = distro && {
    distro,
    lifecycle: lifecycleOf({
      state: subject.distributionCycle === null ? 'unknown' : 'distribution',
      version: distro.versionId,
      product: subject.distributionProduct ?? distro.id,
      cycle: subject.distributionCycle ?? distro.versionId,
      ...{ carried: null, said: null },
    }),
  };
  const said = JSON.stringify([today, ends, words]);
  const head: WrittenHead = {
    subject: {
      ...{ kind: subject.kind, name: subject.name, tag: subject.tag },
      ...{ digest: subject.digest, labels: subject.labels ?? {} },
    },
    system,
    id: identityOf('sbom', formatName, subject.id, latestScanId, said),
    asOf: `${today}T00:00:00Z`,
    baseUrl: deps.env.publicUrl,
    release: RELEASE,
  };
  const { contentType, extension, begin } = WRITTEN_FORMATS[formatName];
  const writer = begin(head);
  const name = fileName(organization?.name ?? '', `${subject.name}-${subject.tag}`, today);
  async function* pieces() {
    yield writer.opening;
    for await (const rows of componentsOfImage(deps, organizationId, imageTagId)) {
      // The operating system stands for itself.
      const listed = rows.filter(({ type }) => !system || type !== DISTRIBUTION_TYPE);
      const written = listed.map((row): WrittenComponent => ({
        ...row,
        lifecycle: lifecycleOf({ ...row, said: saidOf(row) }),
      }));
      yield written.map((component) => writer.component(component)).join('');
    }
    yield* writer.closing();
  }
  return { contentType, name: `${name}.${extension}`, pieces: pieces() };
}

/** `acme-ghcr-io-acme-shop-1-2-2026-11-27`, as files of lists are called. */
function fileName(organization: string, image: string, today: Day): string {
  const plain = image.replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '');
  return exportFileName(organization, plain, today, 'json').replace(/\.json$/, '');
}

/** The matched part of a component or a system: `product` is a slug, or a name that only a scanner has. */
interface Matched {
  readonly state: ComponentState;
  readonly version: string;
  readonly product: string | null;
  readonly cycle: string | null;
  readonly carried: CarriedLifecycle | null;
  readonly said: SaidOfPackage | null;
}

interface Listed {
  readonly evidence: EvidenceDegree;
  readonly fact: Omit<SaidOfPackage, 'degree'> | null;
}

/** Gives what the list of packages says of one by its registry, where that is the best that is known. */
function saidOf({ evidence, fact }: Listed): SaidOfPackage | null {
  if (fact === null || (evidence !== 'registry' && evidence !== 'stale')) return null;
  return { degree: evidence, message: fact.message, successor: fact.successor };
}

type ImageEnd = FoundEnd & { readonly product: string; readonly cycle: string };

/** Makes a reader of what is known of a component's support: what the dashboard shows of it in this image. */
function lifecycles(
  catalog: Pick<CatalogView, 'productBySlug' | 'productNamed' | 'upstreamOf'>,
  ends: readonly ImageEnd[],
  today: Day,
): (matched: Matched) => WrittenLifecycle {
  const byCycle = new Map(ends.map((end) => [keyOf(end.product, end.cycle), end]));
  const byFolded = new Map(
    ends.map((end) => [keyOf(foldedName(end.product), end.cycle), end] as const),
  );
  const productOf = (name: string, cycle: string | null): Product | null =>
    productOfCycle(catalog, name, cycle) ?? catalog.productNamed(name);
  /** A scanner may have found it by any of its names. */
  const endOf = (name: string, cycle: string, known: Product | null) => {
    const end = byCycle.get(keyOf(name, cycle));
    if (end || !known) return end;
    const names = namesFoundBy(catalog, known);
    return names.map((one) => byFolded.get(keyOf(one, cycle))).find((one) => one !== undefined);
  };
  return ({ state, version, product, cycle, carried, said }) => {
    const known = product === null ? null : productOf(product, cycle);
    const name = known?.name ?? product;
    const end = name === null || cycle === null ? undefined : endOf(name, cycle, known);
    const isFound = known !== null || end !== undefined;
    return writtenLifecycle(
      {
        ...{ state, version, carried, said, end: end ?? null },
        product: isFound ? name : null,
        cycleName: isFound ? cycle : null,
        cycle: known?.cycles.find((one) => one.name === cycle) ?? null,
        isOwnProduct: known?.source === 'organization',
      },
      today,
    );
  };
}

const keyOf = (product: string, cycle: string) => JSON.stringify([product, cycle]);
