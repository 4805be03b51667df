import { rootCertificates } from 'node:tls';
import { addDays, dayOf } from '@/domain/eol/calendar';
import { can, type Role } from '@/domain/roles/permissions';
import { decideWaiver } from '@/server/waiver/service/decide';
import { makeActor, makeApiKey, makePerson } from '@/test/accounts';
import type { AskableDeps } from '@/test/with-query';
import type { ApiClient } from './api-client';
import { imageScan } from './payloads';
import type { Page, EolSoftware, ScanAnswer } from './reads';
import type { Tenant } from './past-the-server';

export interface Scanned {
  readonly project: string;
  readonly image: string;
  readonly product: string;
  readonly projectId: string;
  readonly imageTagId: string;
  readonly findingId: string;
}

/** A certificate that parses. */
export const certificatePem = rootCertificates[0] ?? '';

let made = 0;
/** A word that nothing else is called. */
export function unique(word: string): string {
  made += 1;
  return `${word}-${String(process.pid)}-${String(made)}`;
}

/** What is asked for with a waiver that concerns nothing else. */
export const waiverBody = () => ({
  ...{ scope: 'project', project_name: unique('project') },
  ...{ product_name: unique('product'), cycle: '1' },
  reason: 'It is being moved',
  ends_on: addDays(dayOf(new Date()), 30),
});

/** One tenant and how to put records into it, so that a call has something of its own to act on. */
export class TenantWorld {
  private constructor(
    private readonly deps: AskableDeps,
    readonly tenant: Tenant,
    private readonly client: ApiClient,
  ) {}

  /** Makes a tenant of the servers that the tests were given. */
  static async create(client: ApiClient, name: string): Promise<TenantWorld> {
    // Imported when it is asked for: outside the tests nobody was given any.
    const { deps, makeTenant } = await import('./tenants');
    return TenantWorld.of(deps, await makeTenant(name), client);
  }

  static of(deps: AskableDeps, tenant: Tenant, client: ApiClient): TenantWorld {
    return new TenantWorld(deps, tenant, client.withKey(tenant.keys.admin));
  }

  get organizationId(): string {
    return this.tenant.organizationId;
  }

  /** The tenant's `idp_id`. */
  async idpId(): Promise<string> {
    const [row] = await this.deps.db.query<{ idp_id: string }>(
      'SELECT idp_id FROM organization WHERE id = $1',
      [this.organizationId],
    );
    return row?.idp_id ?? '';
  }

  async scanned(): Promise<Scanned> {
    const names = {
      project: unique('project'),
      image: unique('image'),
      product: unique('product'),
    };
    const matches = [{ product: names.product, cycle: '1' }];
    const uploaded = await this.client.put('/v2/scan', imageScan({ ...names, matches }));
    const { project_id: projectId, image_tag_id: imageTagId } = uploaded.json as ScanAnswer;
    const software = await this.client.get(`/image_tags/${imageTagId}/eol_software`);
    const findingId = (software.json as Page<EolSoftware>).items[0]?.id ?? '';
    return { ...names, projectId, imageTagId, findingId };
  }

  /** A package of an image, and that image. */
  async heldPackage(): Promise<{ image_tag_id: string; package_id: string }> {
    const { imageTagId } = await this.scanned();
    const [row] = await this.deps.db.query<{ id: string }>(
      `SELECT v.component_ids[1] AS id FROM image_tag i JOIN inventory v ON v.id = i.inventory_id WHERE i.id = $1`,
      [imageTagId],
    );
    return { image_tag_id: imageTagId, package_id: row?.id ?? '' };
  }

  /** An image that is retired. */
  async retiredId(): Promise<string> {
    const { imageTagId } = await this.scanned();
    await this.client.post(`/image_tags/${imageTagId}/retire`, {});
    return imageTagId;
  }

  /** A version of a project that a client of Dependency-Track has uploaded. */
  async tracked(): Promise<{ uuid: string; name: string; version: string }> {
    const name = unique('application');
    const bom = {
      ...{ bomFormat: 'CycloneDX', specVersion: '1.6' },
      components: [{ type: 'library', name: 'django', purl: 'pkg:pypi/django@3.2.25' }],
    };
    const { json } = await this.client.put('/v1/bom', {
      ...{ projectName: name, projectVersion: '1', autoCreate: true },
      bom: Buffer.from(JSON.stringify(bom)).toString('base64'),
    });
    return { uuid: (json as { projectUuid: string }).projectUuid, name, version: '1' };
  }

  async apiKeyId(): Promise<string> {
    return (await makeApiKey(this.deps, this.tenant.organizationId, 'viewer')).id;
  }

  async memberId(): Promise<string> {
    const { organizationId } = this.tenant;
    return (await makePerson(this.deps, { organizationId, role: 'viewer' })).id;
  }

  /** A record made through the API; gives its id. */
  async created(path: string, body: unknown): Promise<string> {
    const answer = await this.client.post(path, body);
    if (answer.status !== 201)
      throw new Error(`POST ${path}: ${String(answer.status)} ${answer.text}`);
    return (answer.json as { id: string }).id;
  }

  async noteId(): Promise<string> {
    const { product } = await this.scanned();
    return this.created('/notes', {
      note_content: 'kept',
      eol_software: product,
      user_profile: null,
    });
  }

  /** A cluster in which the tenant's own image runs. */
  async clusterId(): Promise<string> {
    const { image } = await this.scanned();
    const containers = [{ name: 'api', image: { tag: image }, pod: { name: 'api-0' } }];
    const body = { cluster_name: unique('cluster'), results: [{ namespace: 'shop', containers }] };
    const answer = await this.client.put('/v1/inventories', body);
    return (answer.json as { cluster_id: string }).cluster_id;
  }

  trustedRepositoryId(): Promise<string> {
    const repository = `acme/${unique('repository')}`;
    return this.created('/trusted_repository', { platform: 'gitlab', repository });
  }

  teamId(): Promise<string> {
    return this.created('/teams', { name: unique('team') });
  }

  /** A team with one person in it, as paths name the two. */
  async teamMember(): Promise<{ id: string; user_id: string }> {
    const [id, userId] = [await this.teamId(), await this.memberId()];
    await this.client.put(`/teams/${id}/members/${userId}`, undefined);
    return { id, user_id: userId };
  }

  channelId(): Promise<string> {
    return this.created('/channels', {
      ...{ kind: 'webhook', name: unique('channel') },
      // Nobody listens there, and nobody may be led there.
      settings: { url: 'https://127.0.0.2/' },
    });
  }

  /** A product of its own as one saves it. */
  ownProduct(): object {
    const slug = unique('product');
    return { product: { slug, name: slug, category: 'app', cycles: [] }, reason: 'Ours' };
  }

  async ownProductId(): Promise<string> {
    const answer = await this.client.put('/own_products', this.ownProduct());
    return (answer.json as { id: string }).id;
  }

  /** The only one of the tenant: there may be ten, and calls before have made some. */
  async catalogSourceId(): Promise<string> {
    const path = '/own_catalog/sources';
    const { json } = await this.client.get(path);
    for (const { id } of json as { id: string }[]) await this.client.delete(`${path}/${id}`);
    // Nobody listens there, and nobody may be led there.
    const source = { name: unique('catalog'), url: 'http://127.0.0.1:1', rhythm: 'manual' };
    return this.created(path, source);
  }

  async ownIdentifierId(): Promise<string> {
    const value = `pkg:generic/${unique('node')}`;
    const answer = await this.client.put('/own_identifiers', {
      ...{ product: 'nodejs', kind: 'purl', value, reason: 'Ours' },
    });
    return (answer.json as { id: string }).id;
  }

  async ownSoftwareId(): Promise<string> {
    const answer = await this.client.put('/own_software', {
      ...{ pattern: unique('acme'), reason: 'Ours' },
    });
    return (answer.json as { id: string }).id;
  }

  feedTokenId(): Promise<string> {
    return this.created('/feed_tokens', { scope: 'organization', label: 'Calendar' });
  }

  /** A rule for messages as one makes it. */
  async messageRule(): Promise<object> {
    return {
      ...{ name: unique('rule'), kinds: ['date.changed'] },
      channel_ids: [await this.channelId()],
    };
  }

  async messageRuleId(): Promise<string> {
    return this.created('/message_rules', await this.messageRule());
  }

  /** What became of a test of a channel: it failed, and is not tried again. */
  async delivery(): Promise<{ id: string; message_id: string }> {
    const id = await this.channelId();
    const answer = await this.client.post(`/channels/${id}/test`);
    return { id, message_id: (answer.json as { message_id: string }).message_id };
  }

  async withCompanion(url: string): Promise<void> {
    const path = '/settings/dependency_track/companion';
    await this.client.put(path, { url, api_key: 'odt_key' });
  }

  policyId(): Promise<string> {
    return this.created('/v1/policy', {
      policy_scope: 'global',
      policy_type: 'EOL',
      warn_days: 30,
    });
  }

  /** A plan for software that an image of the tenant holds. */
  async plan() {
    const { product, projectId } = await this.scanned();
    return {
      ...{ scope: 'project', project_id: projectId, product_name: product, cycle: '1' },
      ...{ target_cycle: '2', due_on: addDays(dayOf(new Date()), 90) },
    };
  }

  /** A plan that a key of this role has made. */
  async planId(role: Role = 'admin'): Promise<string> {
    const key = this.tenant.keys[can(role, 'plan:write') ? role : 'admin'];
    const answer = await this.client.withKey(key).post('/plans', await this.plan());
    if (answer.status !== 201) throw new Error(`POST /plans: ${answer.text}`);
    return (answer.json as { id: string }).id;
  }

  /** A contract for software that an image of the tenant holds. */
  async contract() {
    const { product } = await this.scanned();
    const today = dayOf(new Date());
    return {
      ...{ vendor: 'Example Support', scope: 'organization' },
      software: [{ product_name: product, cycle: '1' }],
      ...{ starts_on: today, ends_on: addDays(today, 365) },
    };
  }

  /** A contract that an admin's key has entered. */
  async packId(): Promise<string> {
    return this.created('/evidence_packs', { template: 'general' });
  }

  /** A schedule of evidence packs, of which each template has one. */
  async scheduleId(): Promise<string> {
    await this.withoutSchedules();
    const body = { template: 'general', period: 'monthly' };
    return this.created('/evidence_pack_schedules', body);
  }

  /** Leaves no schedule of evidence packs. */
  async withoutSchedules(): Promise<void> {
    const answer = await this.client.get('/evidence_pack_schedules');
    for (const { id } of answer.json as { id: string }[]) {
      await this.client.delete(`/evidence_pack_schedules/${id}`);
    }
  }

  /** A project of which support is promised. */
  async promisedProjectId(): Promise<string> {
    const { projectId } = await this.scanned();
    const path = `/projects/${projectId}/support_promise`;
    const answer = await this.client.put(path, { promised_until: '2031-12-31' });
    if (answer.status !== 200) throw new Error(`PUT ${path}: ${String(answer.status)}`);
    return projectId;
  }

  async contractId(): Promise<string> {
    return this.created('/contracts', await this.contract());
  }

  /** A waiver that a key of this role has asked for. */
  async waiverId(role: Role = 'admin'): Promise<string> {
    const key = this.tenant.keys[can(role, 'waiver:ask') ? role : 'admin'];
    const answer = await this.client.withKey(key).post('/waivers', waiverBody());
    if (answer.status !== 201) throw new Error(`POST /waivers: ${answer.text}`);
    return (answer.json as { id: string }).id;
  }

  /** The same once an admin has granted it, past the server: no key decides. */
  async grantedWaiverId(role?: Role): Promise<string> {
    const id = await this.waiverId(role);
    const { organizationId } = this.tenant;
    const admin = await makeActor(this.deps, organizationId);
    await decideWaiver(this.deps, admin, id, { decision: 'granted', version: 1, note: null });
    return id;
  }

  async withCertificate(): Promise<void> {
    await this.deps.db.query(
      `INSERT INTO certificate (organization_id, pem, subject, issuer, not_before, not_after, created_at, updated_at)
       VALUES ($1, $2, 'CN=a', 'CN=a', now(), now(), now(), now()) ON CONFLICT DO NOTHING`,
      [this.organizationId, certificatePem],
    );
  }
}
