import { join } from 'node:path';
import { assemble } from './assemble';
import { buildAnew } from './build';
import { ROOT } from './project';

await buildAnew(ROOT);
const { packages, parts } = await assemble(ROOT, join(ROOT, 'dist/runtime'));
const of = `${String(packages.length)} packages, ${String(parts.length)} programs and libraries`;
console.log(`dist/runtime: ${of}`);
