import { adviseMove, type Advice } from '@/domain/advice/advice';
import {
  type Product,
  type ReleaseCycle,
  standardSupport,
  type SupportEnd,
} from '@/domain/catalog/catalog';
import type { CatalogMatch } from '@/domain/catalog/match';
import type { CatalogView } from '@/domain/catalog/view';
import type { Day } from '@/domain/eol/calendar';
import { stateOf, type EolState } from '@/domain/eol/proximity';
import type { EvidenceDegree } from '@/domain/evidence/degree';
import type { Distribution, ReportedNode, ReportedSystem } from './report';

/** The catalog's slugs of those who support a cluster's version. */
const PRODUCTS: Readonly<Record<Distribution, string>> = {
  eks: 'amazon-eks',
  gke: 'google-kubernetes-engine',
  aks: 'azure-kubernetes-service',
  kubernetes: 'kubernetes',
};

/** What people call them where no catalog does. */
export const DISTRIBUTION_NAMES: Readonly<Record<Distribution, string>> = {
  eks: 'Amazon EKS',
  gke: 'Google Kubernetes Engine',
  aks: 'Azure Kubernetes Service',
  kubernetes: 'Kubernetes',
};

interface NodeMarks {
  readonly name: string;
  readonly labels?: Readonly<Record<string, string>> | null | undefined;
}

/** Node pools of Azure are scale sets, which name their machines so. */
const AKS_NODE = /^aks-[a-z0-9]+-\d+-vmss/;

/**
 * Tells who runs a cluster: by its version, which EKS and GKE write their name into, by labels that clouds give their
 * nodes, else Kubernetes itself. Null when there is neither a version nor such a label.
 */
export function distributionOf(
  version: string | null,
  nodes: readonly NodeMarks[],
): Distribution | null {
  const hasLabel = (start: string) =>
    nodes.some(({ labels }) => Object.keys(labels ?? {}).some((name) => name.startsWith(start)));
  if (/-eks-/.test(version ?? '') || hasLabel('eks.amazonaws.com/')) return 'eks';
  if (/-gke\./.test(version ?? '') || hasLabel('cloud.google.com/gke-')) return 'gke';
  if (hasLabel('kubernetes.azure.com/') || nodes.some(({ name }) => AKS_NODE.test(name))) {
    return 'aks';
  }
  return version === null ? null : 'kubernetes';
}

/** What is known of the support of something that runs. */
export interface JudgedCycle {
  readonly product: string;
  /** The catalog's slug. */
  readonly slug: string;
  readonly cycle: string;
  /** For people. */
  readonly label: string;
  readonly eolOn: Day | null;
  readonly state: EolState;
  /** The ended cycle that its end was concluded from: nobody says it. */
  readonly estimatedFrom: string | null;
  readonly evidence: EvidenceDegree;
  /** Present once support for nothing has ended and there is some to be paid for; `until` null: no end is known. */
  readonly extended: { readonly until: Day | null } | null;
  readonly advice: Advice;
}

/** A judgement, or why there is none: what is not known is neither supported nor ended. */
export type Judgement =
  | { readonly cycle: JudgedCycle; readonly unknown: null }
  | { readonly cycle: null; readonly unknown: string };

type Catalog = Pick<CatalogView, 'match' | 'matchScanned' | 'upstreamOf'>;

/** Judges the version of a cluster, or of a kubelet, by who runs the cluster. */
export function judgeVersion(
  catalog: Catalog,
  distribution: Distribution | null,
  version: string | null,
  today: Day,
): Judgement {
  if (version === null) return unknown('Nothing that reports here tells the version');
  if (distribution === null) return unknown('Nothing tells who runs the cluster');
  // `-eks-2d5f260` and `-gke.1443001` are builds of a version; `-rc.1` is a version that was not released.
  const released = version.replace(/^v/, '').replace(/(?:-eks-|-gke\.|\+).*$/, '');
  return judge(catalog, named(catalog, PRODUCTS[distribution], released), today);
}

const RUNTIMES: ReadonlyMap<string, string> = new Map(Object.entries({ docker: 'docker-engine' }));

/** Judges a container runtime as kubelets write it: `containerd://1.7.22`. */
export function judgeRuntime(catalog: Catalog, text: string | null, today: Day): Judgement {
  if (text === null) return unknown('The report does not tell it');
  const [name = '', version = ''] = text.split('://');
  return judge(catalog, named(catalog, RUNTIMES.get(name) ?? name, version), today);
}

/**
 * Judges a node's operating system: by its own name where the report has one, else by the kernel, where a distribution
 * writes itself into the version. A kernel that names none says nothing of the system around it.
 */
export function judgeNodeSystem(
  catalog: Catalog,
  { operatingSystem, kernelVersion }: Pick<ReportedNode, 'operatingSystem' | 'kernelVersion'>,
  today: Day,
): Judgement {
  const release = /^(.*?\S)\s+v?(\d[\w.-]*)/.exec(operatingSystem ?? '');
  if (release) {
    const [, name = '', version = ''] = release;
    return judge(catalog, named(catalog, name, version), today);
  }
  if (kernelVersion === null) return unknown('The report does not tell it');
  const match = named(catalog, 'linux', kernelVersion);
  if (match.found && match.maintainer !== 'distribution') {
    return unknown('The kernel does not say of which distribution it is');
  }
  return judge(catalog, match, today);
}

/** Judges the operating system of an image as a report on its vulnerabilities tells it. */
export function judgeImageSystem(
  catalog: Catalog,
  { family, name }: ReportedSystem,
  today: Day,
): Judgement {
  // Amazon Linux comes with its codename: `2 (Karoo)`.
  const versionId = name.split(/\s/, 1)[0] ?? '';
  const distro = { id: family, versionId, prettyName: '', cpeName: '' };
  const component = { name: family, version: versionId, type: 'os' };
  const match = catalog.matchScanned({ ...component, purl: null, cpes: [], upstreams: [] }, distro);
  return judge(catalog, match, today);
}

function named(catalog: Catalog, name: string, version: string): CatalogMatch {
  return catalog.match({ kind: 'name', name, version, ecosystem: 'generic' });
}

function unknown(why: string): Judgement {
  return { cycle: null, unknown: why };
}

function judge(catalog: Catalog, match: CatalogMatch, today: Day): Judgement {
  if (!match.found) return unknown(match.message);
  return { cycle: judgedCycle(catalog, match, today), unknown: null };
}

function judgedCycle(
  catalog: Catalog,
  { product, cycle }: { readonly product: Product; readonly cycle: ReleaseCycle },
  today: Day,
): JudgedCycle {
  const standard = standardSupport(cycle);
  const hasEnded = standard !== null && isOver(standard, today);
  const extended = cycle.support.find(({ level }) => level === 'EXTENDED_SUPPORT');
  return {
    product: product.name,
    slug: product.slug,
    cycle: cycle.name,
    label: cycle.label,
    eolOn: standard?.endsOn ?? null,
    state: hasEnded ? 'ended' : stateOf(standard?.endsOn ?? null, today),
    estimatedFrom: cycle.inferred?.from ?? null,
    evidence: degreeOf(product, cycle, standard),
    extended: hasEnded && extended && !isOver(extended, today) ? { until: extended.endsOn } : null,
    advice: adviseMove({ product, upstream: catalog.upstreamOf(product) }, cycle.name, today),
  };
}

/** Whose word the end of a cycle is, or that none is announced. */
function degreeOf(
  { source }: Product,
  { inferred }: ReleaseCycle,
  standard: SupportEnd | null,
): EvidenceDegree {
  if (source === 'organization' || standard?.override) return 'own';
  return inferred ? 'inferred' : 'catalog';
}

function isOver({ endsOn, ended }: SupportEnd, today: Day): boolean {
  return endsOn === null ? ended : endsOn <= today;
}
