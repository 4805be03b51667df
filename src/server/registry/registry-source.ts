import type { RegistryComponent, RegistryEcosystem } from '@/domain/registry/component';
import type { Statement } from '@/domain/registry/evidence';
import type { RegistryGet } from './limited-fetch';

/** A registry that can be asked about components of one ecosystem. */
export interface RegistrySource {
  readonly ecosystem: RegistryEcosystem;
  /**
   * What the registry says against a component now; null when it says nothing, or does not know it.
   * @param component as `canonicalComponent` gives it
   * @throws RegistryFailure, UnreadableAnswer when no usable answer came
   */
  lookUp(component: RegistryComponent): Promise<Statement | null>;
}

/** What a source is made of: where its registry is, and how to ask it. */
export interface SourceParts {
  /** Without credentials; `get` adds them. */
  readonly url: URL;
  readonly get: RegistryGet;
  readonly now: () => Date;
}
