/** A statement that asks every machine, and is to. That it locks there, or says what no spread database takes, is never excepted. */
interface Exception {
  /** Words of it, without quotes, that no other statement has. */
  readonly says: string;
  readonly why: string;
  /** Whether it also changes what it finds. */
  readonly changes?: true;
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
  { says: 'from waiver_mail where (due_at <=', why: DUE },
  { says: 'from letter where (due_at <=', why: DUE },
  { says: 'from digest_entry where due_at <=', why: DUE },
  { says: 'select organization_id from retention_rules where looked_on is distinct', why: DUE },
  { says: 'select distinct organization_id from holding_change', why: DUE },
  { says: 'select distinct organization_id from product_holding_change', why: DUE },
  { says: 'select distinct organization_id from image_bits_change', why: DUE },
  { says: 'from companion where (next_pull_at <=', why: DUE },
  { says: 'select organization_id, id from pack_schedule where due_on <=', why: DUE },
  { says: 'from own_catalog_source where (next_read_at <=', why: DUE },
  { says: 'SELECT organization_id FROM cluster UNION', why: DUE },
  {
    says: 'FROM message_rule r JOIN message_rule_channel c ON c.organization_id = r.organization_id AND c.rule_id = r.id WHERE r.is_on',
    why: DUE,
  },
  { says: "SELECT 'channel' AS way, count(*)", why: FIGURES },
  { says: 'FROM finding WHERE is_open GROUP BY organization_id, software_id', why: FIGURES },
  { says: 'from channel where disabled_reason is not null group by', why: FIGURES },
  { says: 'count(*) FROM image_tag WHERE deleted_at IS NULL', why: FIGURES },
  {
    says: 'from waiver_link as l inner join organization',
    why: 'Whoever opens a mailed link has nothing but the link, and that is seldom',
  },
  {
    says: 'update letter set state = $1, due_at = $2, changed_at = $3 where due_at <=',
    why: 'Where no mail is configured a job drops what is due in all organizations, each row by itself',
    changes: true,
  },
  { says: 'from inventory_matching as m', why: DUE },
  { says: 'SELECT DISTINCT due.organization_id FROM ( SELECT w.organization_id', why: DUE },
  { says: 'SELECT k.organization_id, k.is_due, concat_ws(', why: CHANGED },
  { says: 'SELECT o.organization_id, concat_ws(', why: CHANGED },
  { says: 'FROM organization_change GROUP BY organization_id', why: CHANGED },
  {
    says: 'JOIN organization o ON o.id = m.organization_id JOIN ',
    why: 'Where else a person may see what they were led to, asked once where it is not in this organization',
  },
];
