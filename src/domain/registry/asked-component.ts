import type { ComponentQuery } from '@/domain/catalog/match';
import { decodePercent } from '@/domain/identifiers/percent';
import { parsePurl, type Purl } from '@/domain/identifiers/purl';
import { canonicalComponent, type RegistryComponent } from './component';

/**
 * A Go module's path as the purl writes it. The purl specification has no case for it, but module paths do, and
 * a proxy does not know `github.com/azure/x` for `github.com/Azure/x`.
 */
function goPathAsWritten(text: string, { namespace, name }: Purl): string {
  const path = namespace === null ? name : `${namespace}/${name}`;
  const written = decodePercent(text) ?? '';
  const at = written.toLowerCase().indexOf(path);
  const found = at === -1 ? path : written.slice(at, at + path.length);
  return found.toLowerCase() === path ? found : path;
}

function ofPurl(text: string): RegistryComponent | null {
  const reading = parsePurl(text);
  if (!reading.ok) return null;
  const { purl } = reading;
  // It names the registry that it comes from, which need not be the one that is configured.
  if (purl.qualifiers.has('repository_url')) return null;
  if (purl.type === 'golang')
    return canonicalComponent({
      ecosystem: 'golang',
      namespace: null,
      name: goPathAsWritten(text, purl),
      version: purl.version,
    });
  return canonicalComponent({ ...purl, ecosystem: purl.type });
}

/**
 * What to ask a registry about, for a component that is asked for by purl or by name and ecosystem. Null where no
 * registry can know it: `generic`, another type of purl, a purl that names its own repository, a CPE, a custom
 * name, no version, or a name that the ecosystem does not allow.
 */
export function registryComponentOf(query: ComponentQuery): RegistryComponent | null {
  switch (query.kind) {
    case 'purl':
      return ofPurl(query.purl);
    case 'name':
      return canonicalComponent({ ...query, namespace: null });
    case 'cpe':
    case 'custom':
      return null;
  }
}
