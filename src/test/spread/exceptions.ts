/** A statement that asks every machine, and is to. */
interface Exception {
  /** Words of it, without quotes, that no other statement has. */
  readonly says: string;
  readonly why: string;
}

const DUE =
  'A job looks for what is due in whichever organization, locks nothing, and goes on within that one';
const CHANGED =
  'A job looks whether the rules of whichever organization have changed, locks nothing, and goes on within that one';
const FIGURES = 'Figures of the whole installation, for its operators';

export const EXCEPTIONS: readonly Exception[] = [
  { says: 'FROM channel c CROSS JOIN LATERAL ( SELECT d.due_at FROM delivery d', why: DUE },
  { says: 'FROM message_rule WHERE next_digest_at <=', why: DUE },
  { says: 'FROM channel WHERE notice_at <=', why: DUE },
  { says: 'from waiver_mail where due_at <=', why: DUE },
  { says: 'from letter where due_at <=', why: DUE },
  { says: 'from digest_entry where due_at <=', why: DUE },
  { says: 'select organization_id from retention_rules where looked_on is distinct', why: DUE },
  { says: 'select distinct organization_id from holding_change', why: DUE },
  { says: 'from companion where next_pull_at <=', why: DUE },
  { says: 'select distinct organization_id from pack_schedule where due_on <=', why: DUE },
  { says: 'from own_catalog_source where next_read_at <=', why: DUE },
  {
    says: 'FROM message_rule r JOIN message_rule_channel c ON c.organization_id = r.organization_id AND c.rule_id = r.id WHERE r.is_on',
    why: DUE,
  },
  {
    says: 'INSERT INTO waiver_notice',
    why: 'A job notes in each organization what has come due there, each row where its waiver is',
  },
  { says: "SELECT 'channel' AS way, count(*)", why: FIGURES },
  { says: 'FROM finding WHERE is_open GROUP BY organization_id, software_id', why: FIGURES },
  { says: 'from channel where disabled_reason is not null group by', why: FIGURES },
  { says: 'count(*) FROM image_tag WHERE deleted_at IS NULL', why: FIGURES },
  { says: 'with matching as (select id, name, idp_id, created_at from organization', why: FIGURES },
  {
    says: 'from waiver_link as l inner join organization',
    why: 'Whoever opens a mailed link has nothing but the link, and that is seldom',
  },
  { says: 'update letter set state = $1, due_at = $2, changed_at = $3 where due_at <=', why: DUE },
  { says: 'from inventory_matching as m', why: DUE },
  { says: 'SELECT DISTINCT due.organization_id FROM ( SELECT w.organization_id', why: DUE },
  { says: 'SELECT k.organization_id, k.is_due, concat_ws(', why: CHANGED },
  { says: 'SELECT o.id AS organization_id, concat_ws(', why: CHANGED },
  {
    says: 'from membership as m inner join organization as o on o.id = m.organization_id where m.user_id = $1 and exists (select r.',
    why: 'Where else a person may see what they were led to, asked once where it is not in this organization',
  },
  { says: 'select count(*) as count from message', why: 'A test says it' },
  { says: 'select count(*) as count from delivery', why: 'A test says it' },
  {
    says: 'with place as (select organization_id from membership',
    why: 'Once in the life of an account, about all organizations that its person was in, and locks nothing',
  },
  {
    says: 'select s.id from software as s inner join software_cycle as c on c.id = s.software_cycle_id',
    why: 'A test says it',
  },
];
