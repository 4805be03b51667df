import { parseJson } from '@/domain/registry/evidence';
import {
  escapeForProxy,
  judgeGo,
  modulePath,
  newestListed,
  readLatest,
} from '@/domain/registry/golang';
import { below, type RegistrySource, type SourceParts } from './base';

const TEXT_TYPE = 'text/plain, */*; q=0.5';
const JSON_TYPE = 'application/json';

/** Asks a Go module proxy, by its root: the list of versions, then the newest one's `go.mod`. */
export function golangSource({ url, get }: SourceParts): RegistrySource {
  return {
    ecosystem: 'golang',
    lookUp: async (component) => {
      const folder = modulePath(component);
      const list = await get(below(url, ...folder, '@v', 'list'), TEXT_TYPE);
      let newest = list && newestListed(list.text);
      if (newest === null) {
        const latest = await get(below(url, ...folder, '@latest'), JSON_TYPE);
        newest = latest && readLatest(parseJson(latest.text));
      }
      if (newest === null) return null;
      const file = `${escapeForProxy(newest)}.mod`;
      const goMod = await get(below(url, ...folder, '@v', file), TEXT_TYPE);
      return goMod && judgeGo(goMod.text, component);
    },
  };
}
