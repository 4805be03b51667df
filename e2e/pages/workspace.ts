import type { AskableDeps } from '@/test/with-query';
import type { PolicyFields } from '@/domain/policy/policy';
import type { PackageFacts } from '@/domain/registry/package-facts';
import type { PackageVerdict } from '@/domain/registry/verdict';
import type { PersonRole } from '@/domain/roles/permissions';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { countFailedCredentials } from '@/server/platform/limits/limits';
import { createNote } from '@/server/note/service/notes';
import { addOperator, COMMAND_LINE } from '@/server/operator/service';
import { countInventories } from '@/server/registry/service/judged';
import { setProjectOwner } from '@/server/team/service/owners';
import { createTeam } from '@/server/team/service/teams';
import { insertMembership } from '@/server/organization/repository';
import {
  makeActor,
  makeApiKey,
  makeOrganization,
  makePerson,
  makeSession,
  type TestPerson,
} from '@/test/accounts';
import { makePolicy } from '@/test/factories';
import { storeFacts } from '@/test/registry-facts';
import { daysFromToday, imageScan, type ScanSketch } from '../api/harness/payloads';

/** A workload with one container, as a cluster reports it. */
export interface ReportedWorkload {
  readonly namespace: string;
  readonly owner: string;
  readonly image: string;
}

/** What a registry says of a package; of a stale line, its last release, `YYYY-MM-DD`. */
interface Said extends Omit<PackageVerdict, 'url' | 'releasedOn'> {
  readonly releasedOn: string | null;
}

export interface SignedIn {
  readonly personId: string;
  readonly email: string;
  /** For the browser's context. */
  readonly cookie: { readonly name: string; readonly value: string; readonly url: string };
}

/** An organization, a key of it that uploads scans, and people who may sign in to it. */
export class Workspace {
  private constructor(
    private readonly deps: AskableDeps,
    private readonly origin: string,
    readonly organizationId: OrganizationId,
    private readonly key: string,
  ) {}

  static async create(deps: AskableDeps, origin: string): Promise<Workspace> {
    const organizationId = await makeOrganization(deps);
    const { key } = await makeApiKey(deps, organizationId, 'scanner');
    return new Workspace(deps, origin, organizationId, key);
  }

  /** Somebody with this role who has signed in. */
  async signedIn(role: PersonRole): Promise<SignedIn> {
    const person = await makePerson(this.deps, { organizationId: this.organizationId, role });
    const { sessionId, cookie } = await makeSession(this.deps, person.id);
    await this.deps.db.query('UPDATE user_session SET active_organization_id = $2 WHERE id = $1', [
      sessionId,
      this.organizationId,
    ]);
    return this.browserOf(person, cookie);
  }

  /** Somebody who has an account and is signed in, and belongs to no organization. */
  async outsider(): Promise<SignedIn> {
    const person = await makePerson(this.deps);
    const { cookie } = await makeSession(this.deps, person.id);
    return this.browserOf(person, cookie);
  }

  private browserOf({ id, email }: TestPerson, cookie: string): SignedIn {
    const [name = '', value = ''] = cookie.split('=');
    return { personId: id, email, cookie: { name, value, url: this.origin } };
  }

  /** Lets a person look after the installation. */
  async makeOperator({ personId, email }: SignedIn): Promise<void> {
    const person = { id: personId, name: 'Ada Lovelace', email };
    await this.deps.db.transaction((tx) => addOperator(tx, COMMAND_LINE, person, new Date()));
  }

  /** Has a network that nobody else calls from show keys that do not hold, until that is refused. */
  async exhaustCredentials(network: string): Promise<void> {
    const allowed = this.deps.env.limits.failedCredentials;
    for (let n = 0; n < allowed; n += 1) await countFailedCredentials(this.deps, network);
    await countFailedCredentials(this.deps, network).catch(() => undefined);
  }

  /** Makes a person a viewer of another organization too. */
  async joinAnother({ personId }: SignedIn, name: string): Promise<OrganizationId> {
    const organizationId = await makeOrganization(this.deps, name);
    const membership = { userId: personId, role: 'viewer', joinedAt: new Date() } as const;
    await insertMembership(organizationId, this.deps.db, membership);
    return organizationId;
  }

  /** Makes a person act in an organization that has nothing of this one. */
  async moveElsewhere(reader: SignedIn): Promise<void> {
    const elsewhere = await this.joinAnother(reader, 'Elsewhere');
    await this.deps.db.query(
      'UPDATE user_session SET active_organization_id = $2 WHERE user_id = $1',
      [reader.personId, elsewhere],
    );
  }

  /** Keeps what a registry was read to say of a package, whether images hold it or not. */
  registryKnows(purl: string, facts: PackageFacts): Promise<void> {
    return storeFacts(this.deps, purl, facts);
  }

  /** Keeps what the registry of a package says that images hold, or that its line is stale, as a look in the background does. */
  async registrySays(purl: string, said: Said): Promise<void> {
    const { degree, kind, message, successor, releasedOn } = said;
    await this.deps.db.query(
      `INSERT INTO component_fact
              (organization_id, component_id, degree, kind, message, successor, released_on, checked_at)
       SELECT organization_id, id, $3, $4, $5, $6, $7::date, now()
         FROM component WHERE organization_id = $1 AND purl = $2`,
      [this.organizationId, purl, degree, kind, message, successor, releasedOn],
    );
    await countInventories(this.organizationId, this.deps.db);
  }

  /** Keeps of one package that its registry calls it deprecated, and of another that its line is stale. */
  async deprecatedAndStale(deprecated: string, stale: string): Promise<void> {
    await this.registrySays(deprecated, {
      ...{ degree: 'registry', kind: 'deprecated', releasedOn: null },
      ...{ message: 'Deprecated: use newer-thing instead', successor: 'newer-thing' },
    });
    await this.registrySays(stale, {
      ...{ degree: 'stale', kind: null, successor: null, releasedOn: daysFromToday(-900) },
      message: 'Estimate: line 1 has had no release for long',
    });
  }

  /** Writes a note as some member of the organization. */
  async writeNote(productName: string, content: string): Promise<void> {
    const actor = await makeActor(this.deps, this.organizationId, 'member');
    await createNote(this.deps, actor, { content, eolSoftware: productName, userProfile: null });
  }

  /** Makes a team that owns some projects by hand; returns its id. */
  async makeTeam(name: string, projects: readonly string[]): Promise<string> {
    const actor = await makeActor(this.deps, this.organizationId);
    const email = `${name.toLowerCase()}@example.com`;
    const { id } = await createTeam(this.deps, actor, { name, email, link: null, handles: [] });
    for (const project of projects) {
      const [found] = await this.deps.db.query<{ id: string }>(
        'SELECT id FROM project WHERE organization_id = $1 AND name = $2',
        [this.organizationId, project],
      );
      await setProjectOwner(this.deps, actor, found?.id ?? '', id);
    }
    return id;
  }

  /** Uploads through the API, as a scanner does; returns the image's id. */
  async upload(scan: ScanSketch): Promise<string> {
    return this.send(imageScan(scan));
  }

  async uploadAll(scans: readonly ScanSketch[]): Promise<void> {
    for (const scan of scans) await this.upload(scan);
  }

  /** Reports all that runs in a cluster, as k8s-inventory does; its node does not tell its runtime and system. */
  async reportCluster(
    name: string,
    workloads: readonly ReportedWorkload[],
    { version, node }: { readonly version?: string; readonly node?: string } = {},
  ): Promise<void> {
    const namespaces = [...new Set(workloads.map(({ namespace }) => namespace))];
    const answer = await fetch(`${this.origin}/v2/kubernetes-inventory`, {
      method: 'POST',
      headers: { authorization: `ApiKey ${this.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        cluster_name: name,
        serverVersionMetadata: { gitVersion: version ?? null },
        namespaces: namespaces.map((namespace) => ({ name: namespace, uid: namespace })),
        nodes: node === undefined ? [] : [{ name: node, kubelet_version: version }],
        pods: workloads.map(({ namespace, owner }) => ({
          ...{ name: `${owner}-7c9d8f6b5d-x7k2p`, uid: owner, namespace_uid: namespace },
          labels: { 'pod-template-hash': '7c9d8f6b5d' },
        })),
        containers: workloads.map(({ owner, image }) => ({
          ...{ id: owner, name: 'main', image_tag: image, pod_uid: owner },
        })),
      }),
    });
    if (!answer.ok) throw new Error(`report: ${String(answer.status)} ${await answer.text()}`);
  }

  /** Has the clusters of the organization been heard of two days ago for the last time. */
  async silenceClusters(): Promise<void> {
    await this.deps.db.query(
      `UPDATE cluster SET heard_at = heard_at - interval '50 hours', inventory_at = inventory_at - interval '50 hours'
        WHERE organization_id = $1`,
      [this.organizationId],
    );
  }

  /** Writes an EOL policy about everything unless `fields` say otherwise; answers its id. */
  policy(fields: Partial<PolicyFields>): Promise<string> {
    return makePolicy(this.deps, this.organizationId, fields);
  }

  /** Uploads what the server does not take. */
  async sendRefused(payload: object): Promise<void> {
    const answer = await this.put(payload);
    if (answer.ok) throw new Error('the upload was accepted');
  }

  private put(payload: object): Promise<Response> {
    return fetch(`${this.origin}/api/v2/scan`, {
      method: 'PUT',
      headers: { authorization: `ApiKey ${this.key}`, 'content-type': 'application/json' },
      body: JSON.stringify(payload),
    });
  }

  async send(payload: object): Promise<string> {
    const answer = await this.put(payload);
    if (!answer.ok) throw new Error(`upload: ${String(answer.status)} ${await answer.text()}`);
    const { image_tag_id: id } = (await answer.json()) as { image_tag_id: string };
    return id;
  }
}
