import { UNASSIGNED_PROJECT } from '@/domain/identifiers/project-name';
import { mergedComponent, packageKey, toComponent, type Component } from './component';
import { toCycleFacts, type CycleFacts } from './cycle-facts';
import { knownText } from './known-text';
import type { ScanEventPayload, ScanEventPayloadV2 } from './payload-schema';
import type { Distro } from './scan-context';
import { directorySource, namedSource, type ScanSource } from './scan-source';

/** An accepted upload in the service's own terms: well-formed strings, null for what is not known. */
export interface ScanUpload {
  /** To the letter, since scanners compare policies with it; `unassigned` when none is given. */
  readonly projectName: string;
  readonly commitHash: string | null;
  /** Path of the scanned Dockerfile. */
  readonly imagePath: string | null;
  readonly source: ScanSource;
  readonly distro: Distro | null;
  /** One per entry of the payload, in its order; equal packages share one component. */
  readonly matches: readonly ScanMatch[];
  readonly matchCount: number;
  /** The packages, and those that only a match names, once each. */
  readonly components: readonly Component[];
}

export interface ScanMatch {
  readonly cycle: CycleFacts;
  readonly component: Component;
}

/** Translates a payload that its schema has accepted. */
export function toScanUpload(
  ...[payload, version]: [ScanEventPayload, 'v1'] | [ScanEventPayloadV2, 'v2']
): ScanUpload {
  const { AppConfig, Context } = payload;
  const components = new Map<string, Component>();
  const add = (data: Parameters<typeof toComponent>[0]): string => {
    const component = toComponent(data, Context.distro);
    const key = packageKey(component);
    const known = components.get(key);
    components.set(key, known ? mergedComponent(known, component) : component);
    return key;
  };
  for (const data of payload.Packages ?? []) add(data);
  const matched = payload.Matches.map(({ Cycle, Package }) => ({
    cycle: toCycleFacts(Cycle),
    key: add(Package),
  }));
  // Packages are whole only now: a later entry may have added to an earlier one.
  const matches = matched.flatMap(({ cycle, key }) => {
    const component = components.get(key);
    return component ? [{ cycle, component }] : [];
  });
  return {
    projectName: knownText(AppConfig['project-name']) ?? UNASSIGNED_PROJECT,
    commitHash: knownText(AppConfig['commit-hash']),
    imagePath: knownText(AppConfig['image-path']),
    source:
      version === 'v1'
        ? namedSource(payload, isVerified(payload), Context)
        : eventSourceOf(payload),
    distro: Context.distro,
    matches,
    matchCount: matches.length,
    components: [...components.values()],
  };
}

function eventSourceOf(payload: ScanEventPayloadV2): ScanSource {
  const { EventSource } = payload;
  return 'Target' in EventSource
    ? directorySource(EventSource.Target)
    : namedSource(EventSource, isVerified(payload), payload.Context);
}

function isVerified(payload: ScanEventPayload | ScanEventPayloadV2): boolean {
  return payload.ImageVerified ?? false;
}
