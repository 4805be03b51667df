import type { ApiClient } from './api-client';

/** The contract's read models as far as tests look into them; the client has checked them whole. */
export interface EolCount {
  readonly low: number;
  readonly med: number;
  readonly high: number;
}
export interface ScanAnswer {
  readonly scan_id: string;
  readonly project_id: string;
  readonly image_tag_id: string;
  readonly matches: number;
  readonly eol: EolCount;
}
export interface ProjectImage {
  readonly id: string;
  readonly name: string;
  readonly tag: string;
  readonly projectName: string;
  readonly eol?: EolCount | null;
  readonly latestScanDate: string;
}
export interface ProjectAndImage {
  readonly projectId: string;
  readonly projectName: string;
  readonly eol: EolCount;
  readonly images: readonly ProjectImage[];
}
export interface EolSoftware {
  readonly id: string;
  readonly productName: string;
  readonly releaseCycle: string;
  readonly artifactType: string;
  readonly eolDate: string;
  readonly imageName: string;
  readonly imageTag: string;
}
export interface Software {
  readonly productName: string;
  readonly productCycle: string;
  readonly artifactType: string;
  readonly projects: readonly {
    readonly projectName: string;
    readonly images: readonly { readonly imageName: string }[];
  }[];
}
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly total: number;
  readonly page: number;
  readonly size: number;
  readonly pages: number;
}

export type Query = Readonly<Record<string, string | number | undefined>>;

/** One page of a list. */
export async function pageOf<Item>(
  client: ApiClient,
  method: 'GET' | 'POST',
  path: string,
  query: Query = {},
  body?: unknown,
): Promise<Page<Item>> {
  const answer =
    method === 'GET' ? await client.get(path, { query }) : await client.post(path, body, { query });
  if (answer.status !== 200) throw new Error(`${String(answer.status)}: ${answer.text}`);
  return answer.json as Page<Item>; // held against the page's schema by the client
}

/** All items of a list, through all of its pages. */
export async function allPages<Item>(
  client: ApiClient,
  method: 'GET' | 'POST',
  path: string,
  query: Query = {},
  body?: unknown,
): Promise<Item[]> {
  const items: Item[] = [];
  for (let page = 1; ; page += 1) {
    const found = await pageOf<Item>(client, method, path, { size: 100, ...query, page }, body);
    items.push(...found.items);
    if (page >= found.pages) return items;
  }
}
