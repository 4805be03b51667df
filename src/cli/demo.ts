import { parseArgs } from 'node:util';
import { failureText } from '@/server/listener/failure-text';
import { serve } from '@/server/listener/serve';
import { startRuntime } from '@/server/runtime';
import { projects } from '../../prisma/seed/scenario/projects';
import { demoEnv, signInText } from './demo/settings';
import { prepareDemo } from './demo/prepare';

const say = (text: string) => {
  process.stdout.write(`${text}\n`);
};

/** `demo [--reset]`: the server of `npm start`, on a believable organization in a database of its own. */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { reset: { type: 'boolean', default: false } } });
  const env = demoEnv(process.env);
  await startRuntime(env, (deps) => prepareDemo(deps, { ...values, projects }, say));
  await serve({ dev: false, env, onListening: () => say(signInText(env.publicUrl)) });
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${failureText(error)}\n`);
    process.exit(1);
  },
);
