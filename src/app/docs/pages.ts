import type { DocsPage } from '@/features/docs/sections';
import { sections as start } from './page.mdx';
import { sections as scanners } from './scanners/page.mdx';
import { sections as ci } from './ci/page.mdx';
import { sections as buildTokens } from './build-tokens/page.mdx';
import { sections as catalog } from './catalog/page.mdx';
import { sections as coverage } from './coverage/page.mdx';
import { sections as ownProducts } from './own-products/page.mdx';
import { sections as sboms } from './sboms/page.mdx';
import { sections as standards } from './standards/page.mdx';
import { sections as policyFile } from './policy-file/page.mdx';
import { sections as waivers } from './waivers/page.mdx';
import { sections as contracts } from './contracts/page.mdx';
import { sections as assistants } from './assistants/page.mdx';
import { sections as dependencyTrack } from './dependency-track/page.mdx';
import { sections as clusters } from './clusters/page.mdx';
import { sections as lists } from './lists/page.mdx';
import { sections as why } from './why/page.mdx';
import { sections as retiredImages } from './retired-images/page.mdx';
import { sections as retention } from './retention/page.mdx';
import { sections as forecast } from './forecast/page.mdx';
import { sections as evidencePacks } from './evidence-packs/page.mdx';
import { sections as outlives } from './outlives/page.mdx';
import { sections as feeds } from './feeds/page.mdx';
import { sections as teams } from './teams/page.mdx';
import { sections as findings } from './findings/page.mdx';
import { sections as gate } from './gate/page.mdx';
import { sections as plans } from './plans/page.mdx';
import { sections as messages } from './messages/page.mdx';
import { sections as inbox } from './inbox/page.mdx';
import { sections as people } from './people/page.mdx';
import { sections as signOn } from './sign-on/page.mdx';
import { sections as install } from './install/page.mdx';
import { sections as configuration } from './configuration/page.mdx';
import { sections as deployment } from './deployment/page.mdx';
import { sections as security } from './security/page.mdx';
import { sections as hardening } from './hardening/page.mdx';
import { sections as operate } from './operate/page.mdx';
import { sections as backups } from './backups/page.mdx';
import { sections as rest } from './rest/page.mdx';
import { sections as architecture } from './architecture/page.mdx';

interface DocsGroup {
  /** Its heading; null: it has none. */
  readonly name: string | null;
  readonly pages: readonly Pick<DocsPage, 'href' | 'sections'>[];
}

/** The documentation, in the order of reading. */
const GROUPS: readonly DocsGroup[] = [
  {
    name: null,
    pages: [{ href: '/docs', sections: start }],
  },
  {
    name: 'Send what you run',
    pages: [
      { href: '/docs/scanners', sections: scanners },
      { href: '/docs/ci', sections: ci },
      { href: '/docs/sboms', sections: sboms },
      { href: '/docs/standards', sections: standards },
      { href: '/docs/build-tokens', sections: buildTokens },
      { href: '/docs/dependency-track', sections: dependencyTrack },
      { href: '/docs/clusters', sections: clusters },
    ],
  },
  {
    name: 'Rules',
    pages: [
      { href: '/docs/gate', sections: gate },
      { href: '/docs/policy-file', sections: policyFile },
      { href: '/docs/waivers', sections: waivers },
      { href: '/docs/contracts', sections: contracts },
    ],
  },
  {
    name: 'Read and plan',
    pages: [
      { href: '/docs/findings', sections: findings },
      { href: '/docs/why', sections: why },
      { href: '/docs/lists', sections: lists },
      { href: '/docs/teams', sections: teams },
      { href: '/docs/retired-images', sections: retiredImages },
      { href: '/docs/plans', sections: plans },
      { href: '/docs/forecast', sections: forecast },
      { href: '/docs/evidence-packs', sections: evidencePacks },
      { href: '/docs/outlives', sections: outlives },
    ],
  },
  {
    name: 'Be told',
    pages: [
      { href: '/docs/messages', sections: messages },
      { href: '/docs/inbox', sections: inbox },
      { href: '/docs/feeds', sections: feeds },
      { href: '/docs/assistants', sections: assistants },
    ],
  },
  {
    name: 'What is known',
    pages: [
      { href: '/docs/catalog', sections: catalog },
      { href: '/docs/own-products', sections: ownProducts },
      { href: '/docs/coverage', sections: coverage },
    ],
  },
  {
    name: 'Run the service',
    pages: [
      { href: '/docs/install', sections: install },
      { href: '/docs/configuration', sections: configuration },
      { href: '/docs/people', sections: people },
      { href: '/docs/sign-on', sections: signOn },
      { href: '/docs/deployment', sections: deployment },
      { href: '/docs/operate', sections: operate },
      { href: '/docs/security', sections: security },
      { href: '/docs/hardening', sections: hardening },
      { href: '/docs/backups', sections: backups },
      { href: '/docs/retention', sections: retention },
    ],
  },
  {
    name: 'Programs',
    pages: [
      { href: '/docs/rest', sections: rest },
      { href: '/docs/architecture', sections: architecture },
    ],
  },
];

/** Its pages, in the order of reading, each with the heading that it stands under. */
export const DOCS_PAGES: readonly DocsPage[] = GROUPS.flatMap(({ name, pages }) =>
  pages.map((page) => ({ ...page, group: name })),
);
