import { createTrusted } from '@/server/build-token/service';
import type { Actor } from '@/server/platform/auth/principal';
import type { Deps } from '@/server/platform/deps';

const REPOSITORIES = [
  { platform: 'github', repository: 'acme/*', ref: 'refs/heads/main' },
  { platform: 'github', repository: 'acme/shop', environment: 'production', only_protected: true },
  { platform: 'gitlab', repository: 'acme/platform/gateway', project_name: 'gateway' },
] as const;

/** Has the demo's admin trust the builds of a few repositories. */
export async function trustRepositories(deps: Deps, admin: Actor): Promise<void> {
  for (const repository of REPOSITORIES) await createTrusted(deps, admin, repository);
}
