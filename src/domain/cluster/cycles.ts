import { adviseMove, type Advice } from '@/domain/advice/advice';
import {
  type Product,
  type ReleaseCycle,
  standardSupport,
  type SupportEnd,
} from '@/domain/catalog/catalog';
import { coverCycle, type CoveringTerms } from '@/domain/catalog/covered';
import type { CatalogMatch } from '@/domain/catalog/match';
import type { CatalogView } from '@/domain/catalog/view';
import type { Support } from '@/domain/contract/support';
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
  /** The contract that covers it; null: none does. */
  readonly support: Support | null;
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

/** Tells the contract that covers a release cycle wherever it runs, by the names of the catalog; null: none does. */
export type Cover = (product: string, cycle: string) => CoveringTerms | null;

/** By what everything is judged. */
export interface JudgedBy {
  readonly catalog: Catalog;
  readonly today: Day;
  /** Left out: there are no contracts. */
  readonly cover?: Cover;
}

/** Judges the version of a cluster, or of a kubelet, by who runs the cluster. */
export function judgeVersion(
  by: JudgedBy,
  distribution: Distribution | null,
  version: string | null,
): Judgement {
  if (version === null) return unknown('Nothing that reports here tells the version');
  if (distribution === null) return unknown('Nothing tells who runs the cluster');
  // `-eks-2d5f260` and `-gke.1443001` are builds of a version; `-rc.1` is a version that was not released.
  const released = version.replace(/^v/, '').replace(/(?:-eks-|-gke\.|\+).*$/, '');
  return judge(by, named(by, PRODUCTS[distribution], released));
}

const RUNTIMES: ReadonlyMap<string, string> = new Map(Object.entries({ docker: 'docker-engine' }));

/** Judges a container runtime as kubelets write it: `containerd://1.7.22`. */
export function judgeRuntime(by: JudgedBy, text: string | null): Judgement {
  if (text === null) return unknown('The report does not tell it');
  const [name = '', version = ''] = text.split('://');
  return judge(by, named(by, RUNTIMES.get(name) ?? name, version));
}

/**
 * Judges a node's operating system: by its own name where the report has one, else by the kernel, where a distribution
 * writes itself into the version. A kernel that names none says nothing of the system around it.
 */
export function judgeNodeSystem(
  by: JudgedBy,
  { operatingSystem, kernelVersion }: Pick<ReportedNode, 'operatingSystem' | 'kernelVersion'>,
): Judgement {
  const release = /^(.*?\S)\s+v?(\d[\w.-]*)/.exec(operatingSystem ?? '');
  if (release) {
    const [, name = '', version = ''] = release;
    return judge(by, named(by, name, version));
  }
  if (kernelVersion === null) return unknown('The report does not tell it');
  const match = named(by, 'linux', kernelVersion);
  if (match.found && match.maintainer !== 'distribution') {
    return unknown('The kernel does not say of which distribution it is');
  }
  return judge(by, match);
}

/** Judges the operating system of an image as a report on its vulnerabilities tells it. */
export function judgeImageSystem(by: JudgedBy, { family, name }: ReportedSystem): Judgement {
  // Amazon Linux comes with its codename: `2 (Karoo)`.
  const versionId = name.split(/\s/, 1)[0] ?? '';
  const distro = { id: family, versionId, prettyName: '', cpeName: '' };
  const component = { name: family, version: versionId, type: 'os' };
  const scanned = { ...component, purl: null, cpes: [], upstreams: [] };
  const match = by.catalog.matchScanned(scanned, distro);
  return judge(by, match);
}

function named({ catalog }: JudgedBy, name: string, version: string): CatalogMatch {
  return catalog.match({ kind: 'name', name, version, ecosystem: 'generic' });
}

function unknown(why: string): Judgement {
  return { cycle: null, unknown: why };
}

function judge(by: JudgedBy, match: CatalogMatch): Judgement {
  if (!match.found) return unknown(match.message);
  return { cycle: judgedCycle(by, match), unknown: null };
}

function judgedCycle(
  { catalog, today, cover }: JudgedBy,
  { product, cycle: upstream }: { readonly product: Product; readonly cycle: ReleaseCycle },
): JudgedCycle {
  const covering = cover?.(product.name, upstream.name) ?? null;
  const covered = covering && coverCycle(upstream, covering, today);
  const { support, cycle } = covered ?? { support: null, cycle: upstream };
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
    support,
    // A day that somebody sets stands in the place of the conclusion.
    estimatedFrom: standard?.override ? null : (cycle.inferred?.from ?? null),
    evidence: degreeOf(product, cycle, standard),
    extended: hasEnded && extended && !isOver(extended, today) ? { until: extended.endsOn } : null,
    // Of the cycle as it was: nothing is recommended because of a contract.
    advice: adviseMove({ product, upstream: catalog.upstreamOf(product) }, cycle.name, today),
  };
}

/** Whose word the end of a cycle is, or that none is announced. */
function degreeOf(
  { source }: Product,
  { inferred }: ReleaseCycle,
  standard: SupportEnd | null,
): EvidenceDegree {
  if (standard?.contract) return 'contract';
  if (source === 'organization' || standard?.override) return 'own';
  return inferred ? 'inferred' : 'catalog';
}

function isOver({ endsOn, ended }: SupportEnd, today: Day): boolean {
  return endsOn === null ? ended : endsOn <= today;
}
