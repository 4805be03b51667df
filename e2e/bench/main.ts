import { analytics } from './analytics';
import { startBenchServer } from './bench-server';
import { besideRematch } from './beside-rematch';
import { catalogLookups } from './catalog-lookups';
import { contracts } from './contracts';
import { eolChecks } from './eol-checks';
import { evidenceDegrees } from './evidence-degrees';
import { exportsOverHttp } from './exports-over-http';
import { makeFleet } from './fleet';
import { heldBodies } from './held-bodies';
import { inventoryDocuments } from './inventory-documents';
import { inventoryMatching } from './inventory-matching';
import { lists } from './lists';
import { live } from './live';
import { machineFacts } from './machine';
import { policyPreview } from './policy-preview';
import { registryReader } from './registry-reader';
import type { Benchmark, Line } from './runner';
import { scannerReads } from './scanner-reads';
import { scans } from './scans';
import { serverMemory } from './server-memory';
import { signIns } from './sign-ins';
import { described, readArguments } from './sizes';
import { starts } from './starts';
import { tableOf } from './table';
import { timeline } from './timeline';

/** The last ones change what the fleet holds. */
const BENCHMARKS: readonly Benchmark[] = [
  scans,
  lists,
  timeline,
  analytics,
  policyPreview,
  scannerReads,
  eolChecks,
  signIns,
  starts,
  serverMemory,
  heldBodies,
  catalogLookups,
  contracts,
  live,
  inventoryDocuments,
  registryReader,
  evidenceDegrees,
  inventoryMatching,
  exportsOverHttp,
  besideRematch,
];

function progress(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** Runs the benchmarks on a throw-away database and prints what they measured. Never fails for a figure. */
async function main(): Promise<void> {
  const { sizes, only } = readArguments(process.argv.slice(2));
  const chosen = BENCHMARKS.filter(({ name }) => only === null || only.includes(name));
  const machine = machineFacts();
  progress(machine);
  const server = await startBenchServer();
  try {
    progress(`Making ${String(sizes.images)} images`);
    const sections: { name: string; lines: Line[] }[] = [];
    const fleet = await makeFleet(server, sizes);
    for (const { name, run } of chosen) {
      progress(`Measuring ${name}`);
      sections.push({ name, lines: await run({ sizes, fleet, server, progress }) });
    }
    process.stdout.write(`${machine}\n${described(sizes)}\n\n${tableOf(sections)}\n`);
  } finally {
    await server.stop();
  }
}

await main();
