import type { CarriedLifecycle } from '@/domain/scan/carried';
import type { Component } from '@/domain/scan/component';
import type { Distro } from '@/domain/scan/context';

/** The formats that are read. XML and tag-value are apart from their JSON sisters, so that pages can say what came. */
export const INVENTORY_FORMATS = [
  'cyclonedx-json',
  'cyclonedx-xml',
  'spdx-json',
  'spdx-tag-value',
  'spdx-3-json',
  'syft-json',
  'docker-scout-json',
  'trivy-json',
  'github-snapshot',
] as const;
export type InventoryFormat = (typeof INVENTORY_FORMATS)[number];

/** Names of the formats, as documentation and errors call them. */
export const INVENTORY_FORMAT_NAMES: Readonly<Record<InventoryFormat, string>> = {
  'cyclonedx-json': 'CycloneDX JSON',
  'cyclonedx-xml': 'CycloneDX XML',
  'spdx-json': 'SPDX JSON',
  'spdx-tag-value': 'SPDX tag-value',
  'spdx-3-json': 'SPDX 3 JSON-LD',
  'syft-json': 'Syft JSON',
  'docker-scout-json': 'Docker Scout JSON',
  'trivy-json': 'Trivy JSON',
  'github-snapshot': 'GitHub dependency snapshot',
};

/** A document that lists software, in the service's own terms, whatever its format. */
export interface InventoryDocument {
  readonly format: InventoryFormat;
  /** As the document says it: `1.6`, `SPDX-2.3`, `16.1.10`; null when it says none. */
  readonly formatVersion: string | null;
  /** Who wrote it, in the document's order. */
  readonly tools: readonly InventoryTool[];
  /** When it was made; null when it does not say, or not in a way that is a time. */
  readonly createdAt: Date | null;
  /** The thing that it lists; null when it does not say. */
  readonly subject: InventorySubject | null;
  /**
   * The operating system of the subject; it is no component, as in uploads of scanners. Null where nothing says it, and
   * where the document is of several: those are components of the type `os`.
   */
  readonly distro: Distro | null;
  /** Dates that the document carries of the operating system. */
  readonly distroLifecycle: CarriedLifecycle | null;
  /** Once each by `packageKey`, in the document's order. */
  readonly components: readonly InventoryComponent[];
  readonly notUnderstood: NotUnderstood;
}

export interface InventoryTool {
  readonly name: string;
  readonly version: string | null;
}

export const SUBJECT_KINDS = ['image', 'directory', 'application', 'repository'] as const;
export type SubjectKind = (typeof SUBJECT_KINDS)[number];

export interface InventorySubject {
  readonly kind: SubjectKind;
  /** Of an image registry and repository as typed, of a directory its path, of a repository `owner/name`. */
  readonly name: string;
  /** The tag of an image, the version of an application, the ref of a repository; null when not said. */
  readonly tag: string | null;
  /** Of an image its digest, of a repository the commit. */
  readonly digest: string | null;
  /** Labels of an image; null when there are none. */
  readonly labels: Readonly<Record<string, string>> | null;
  /** `repository@digest`, as the registry knows the image. */
  readonly repoDigests: readonly string[];
}

/** How the subject needs a component. `development`: to build or test it, not to run it. */
export const COMPONENT_SCOPES = ['required', 'optional', 'development', 'excluded'] as const;
export type ComponentScope = (typeof COMPONENT_SCOPES)[number];

export interface InventoryComponent {
  /** Its version is `""` when the document has none, or a range instead of one. What the document carries is with it. */
  readonly component: Component;
  /** Null when the document does not say. */
  readonly scope: ComponentScope | null;
  /** Where it lies in the subject, the first place of several; absent when the document does not say. */
  readonly path?: string;
}

/** Counts of entries that say too little; pages tell them, and they are never taken for supported. */
export interface NotUnderstood {
  /** Entries without a name, left out. */
  readonly unnamed: number;
  /** Components without a version, kept. */
  readonly unversioned: number;
  /** Of those, the ones whose version is a range. */
  readonly ranged: number;
}

/**
 * A document that cannot be read. The message is public: it says what is wrong, where, and what was expected, and
 * quotes nothing longer than a name.
 */
export class InventoryDocumentError extends Error {
  override readonly name = 'InventoryDocumentError';

  /** @param place `line 3, column 14` or `components[3].purl`; null for the whole document */
  constructor(
    readonly reason: string,
    readonly place: string | null = null,
  ) {
    super(place === null ? reason : `${place}: ${reason}`);
  }
}
