import { readdirSync, readFileSync } from 'node:fs';
import { buildCatalogIndex, matchComponent } from '/tmp/wt-match/src/domain/catalog/catalog-index';
import { starterProduct, toProduct } from '/tmp/wt-match/src/domain/catalog/starter-product';
import { componentQueries } from '/tmp/wt-match/e2e/bench/component-queries';
const d='/tmp/wt-match/prisma/seed/starter-catalog/';
const ps=readdirSync(d).filter(f=>f.endsWith('.json')).map(f=>toProduct(starterProduct.parse(JSON.parse(readFileSync(d+f,'utf8'))),'starter'));
const index=buildCatalogIndex(ps); const qs=componentQueries(ps,20000);
for(let r=0;r<5;r++) for(const q of qs) matchComponent(index,q);
const c=process.cpuUsage(); for(let r=0;r<60;r++) for(const q of qs) matchComponent(index,q); const u=process.cpuUsage(c); console.log(Math.round(1200000/((u.user+u.system)/1e6)),'per cpu s');
