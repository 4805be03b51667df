import { Checkbox } from '@/components/ui/checkbox';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import type { RuleOfDays } from '@/domain/retention/rules';
import { SettingsPart } from '@/features/frame/section';
import {
  daysError,
  historyError,
  newestError,
  type RetentionFields,
  type RuleField,
} from '../values';
import { RULE_WORDS } from '../words';

export interface RuleFieldsProps {
  rule: RuleOfDays;
  fields: RetentionFields;
  onChange: (field: RuleField) => void;
  onNewest: (text: string) => void;
}

/** Edits one rule: whether it is on, and its days. */
export function RuleFields({ rule, fields, onChange, onNewest }: RuleFieldsProps) {
  const { title, description, label, daysLabel, off } = RULE_WORDS[rule];
  const field = fields[rule];
  const error = daysError(rule, field) ?? (rule === 'historyDays' ? historyError(fields) : null);
  return (
    <SettingsPart {...{ title, description }}>
      <Checkbox
        label={label}
        checked={field.isOn}
        onCheckedChange={(checked) => onChange({ ...field, isOn: checked })}
      />
      {!field.isOn && <p className="text-xs text-muted">{off}</p>}
      {field.isOn && (
        <div className="flex flex-wrap gap-x-6 gap-y-3">
          <DaysField
            label={daysLabel}
            error={error}
            value={field.days}
            onChange={(days) => onChange({ ...field, days })}
          />
          {rule === 'scanDays' && (
            <DaysField
              label="Newest scans of each image that stay"
              error={newestError(fields.newestScans)}
              value={fields.newestScans}
              onChange={onNewest}
            />
          )}
        </div>
      )}
    </SettingsPart>
  );
}

interface DaysFieldProps {
  label: string;
  error: string | null;
  value: string;
  onChange: (text: string) => void;
}

function DaysField({ label, error, value, onChange }: DaysFieldProps) {
  return (
    <Field label={label} error={error}>
      <Input
        value={value}
        inputMode="numeric"
        className="w-28"
        onChange={(event) => onChange(event.target.value.trim())}
      />
    </Field>
  );
}
