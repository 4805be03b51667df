import { withQuery, type AskableDeps } from '@/test/with-query';
import { loadEnv } from '@/env';
import type { PersonRole } from '@/domain/roles/permissions';
import { createCatalogStore } from '@/server/catalog/service/store';
import { systemClock } from '@/server/platform/clock';
import { openDatabase } from '@/server/platform/db/db';
import { builtInDirectory } from '@/server/identity-provider/service/built-in-directory';
import { createLogger } from '@/server/platform/log';
import { outgoingClient } from '@/server/platform/outbound/outgoing-client';
import { noRegistryEvidence } from '@/server/registry/service/evidence';
import { bodyBudgetOf } from '@/server/platform/http/body-budget';
import { startApp, type StartedApp } from '../started-app';
import { startMailServer, type MailServer } from '@/test/mail-server';
import { CatalogPage } from './catalog-page';
import { CheckPage } from './check-page';
import { ClustersPage } from './clusters-page';
import { ContractsPage } from './contracts-page';
import { PlansPage } from './plans-page';
import { FirstUsePage } from './first-use-page';
import { waitForHydration } from './hydrated';
import { ImagePage } from './image-page';
import { ImagesPage } from './images-page';
import { MembersPage } from './members-page';
import { NoteForm } from './note-form';
import { NotesPage } from './notes-page';
import { ProductPage } from './product-page';
import { SettingsPage } from './settings-page';
import { SoftwareDetailPage } from './software-detail-page';
import { SoftwarePage } from './software-page';
import { OverviewPage } from './overview-page';
import { ProjectsPage } from './projects-page';
import { PoliciesPage } from './policies-page';
import { PolicyPage } from './policy-page';
import { TimelinePage } from './timeline-page';
import { WaiversPage } from './waivers-page';
import { test as base } from './with-cluster';
import { Workspace } from './workspace';

interface Fixtures {
  /** As what the reader is signed in. `null` leaves the browser signed out. */
  role: PersonRole | null;
  /** An organization of the test's own. */
  workspace: Workspace;
  /** Where the server's mail goes; in tests without it, no mail can be sent. */
  mailServer: MailServer;
  membersPage: MembersPage;
  imagesPage: ImagesPage;
  imagePage: ImagePage;
  firstUsePage: FirstUsePage;
  softwarePage: SoftwarePage;
  softwareDetailPage: SoftwareDetailPage;
  notesPage: NotesPage;
  noteForm: NoteForm;
  overviewPage: OverviewPage;
  projectsPage: ProjectsPage;
  settingsPage: SettingsPage;
  policiesPage: PoliciesPage;
  policyPage: PolicyPage;
  timelinePage: TimelinePage;
  catalogPage: CatalogPage;
  productPage: ProductPage;
  checkPage: CheckPage;
  clustersPage: ClustersPage;
  waiversPage: WaiversPage;
  plansPage: PlansPage;
  contractsPage: ContractsPage;
}

interface WorkerFixtures {
  /** The server of the worker's tests. */
  app: StartedApp;
  /** The server's own database, past the server: for what has no page yet. */
  deps: AskableDeps;
}

/** A test in a browser, signed in to an organization that nothing else touches. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  app: [
    async ({ cluster }, use) => {
      const app = await startApp(cluster);
      await use(app);
      await app.stop();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ app }, use) => use(app.origin),
  page: async ({ page }, use) => use(waitForHydration(page)),
  deps: [
    async ({ app }, use) => {
      const db = withQuery(
        openDatabase({ connection: { connectionString: app.databaseUrl }, poolSize: 2 }),
      );
      const env = { ...loadEnv({ AUTH_SECRET: app.authSecret }), authSecret: app.authSecret };
      const logger = createLogger('silent');
      await use({
        env,
        db,
        clock: systemClock,
        logger,
        identityProvider: builtInDirectory,
        mailer: null,
        registry: noRegistryEvidence,
        outgoing: outgoingClient(env.outgoingAllowed),
        catalog: createCatalogStore(db, logger, systemClock),
        ending: new AbortController().signal,
        bodyBudget: bodyBudgetOf(env),
      });
      await db.close();
    },
    { scope: 'worker' },
  ],
  role: ['admin', { option: true }],
  workspace: [
    async ({ deps, context, role, baseURL }, use) => {
      const workspace = await Workspace.create(deps, baseURL ?? '');
      if (role) await context.addCookies([(await workspace.signedIn(role)).cookie]);
      await use(workspace);
    },
    { auto: true },
  ],
  mailServer: async ({ app }, use) => {
    const mailServer = await startMailServer({ port: app.smtpPort });
    await use(mailServer);
    await mailServer.close();
  },
  membersPage: async ({ page, settingsPage }, use) => use(new MembersPage(page, settingsPage)),
  imagesPage: async ({ page }, use) => use(new ImagesPage(page)),
  imagePage: async ({ page }, use) => use(new ImagePage(page)),
  firstUsePage: async ({ page }, use) => use(new FirstUsePage(page)),
  softwarePage: async ({ page }, use) => use(new SoftwarePage(page)),
  softwareDetailPage: async ({ page }, use) => use(new SoftwareDetailPage(page)),
  notesPage: async ({ page }, use) => use(new NotesPage(page)),
  noteForm: async ({ page }, use) => use(new NoteForm(page)),
  overviewPage: async ({ page }, use) => use(new OverviewPage(page)),
  projectsPage: async ({ page }, use) => use(new ProjectsPage(page)),
  settingsPage: async ({ page }, use) => use(new SettingsPage(page)),
  policiesPage: async ({ page }, use) => use(new PoliciesPage(page)),
  policyPage: async ({ page }, use) => use(new PolicyPage(page)),
  timelinePage: async ({ page }, use) => use(new TimelinePage(page)),
  catalogPage: async ({ page }, use) => use(new CatalogPage(page)),
  productPage: async ({ page }, use) => use(new ProductPage(page)),
  checkPage: async ({ page }, use) => use(new CheckPage(page)),
  clustersPage: async ({ page }, use) => use(new ClustersPage(page)),
  waiversPage: async ({ page }, use) => use(new WaiversPage(page)),
  plansPage: async ({ page }, use) => use(new PlansPage(page)),
  contractsPage: async ({ page }, use) => use(new ContractsPage(page)),
});

export { expect } from '@playwright/test';
