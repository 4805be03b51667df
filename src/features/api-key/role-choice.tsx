'use client';

import { Check, Minus } from 'lucide-react';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import { ROLES, type Role } from '@/domain/roles/permissions';
import { rightsOf } from '@/features/frame/permission-words';
import { ROLE_NAMES } from '@/features/frame/role-words';

const OPTIONS = ROLES.map((value) => ({ value, label: ROLE_NAMES[value] }));

export interface RoleChoiceProps {
  readonly value: Role;
  readonly onChange: (role: Role) => void;
}

/** A key's role, with all that it may and may not do. */
export function RoleChoice({ value, onChange }: RoleChoiceProps) {
  const { may, mayNot } = rightsOf(value);
  return (
    <div className="grid gap-2">
      <Field label="Role">
        <Select options={OPTIONS} value={value} onChange={onChange} />
      </Field>
      <div
        role="group"
        aria-label={`What the role ${ROLE_NAMES[value]} allows`}
        className="grid gap-x-4 gap-y-2 rounded-md bg-sunken px-3 py-2 text-xs sm:grid-cols-2"
      >
        <Rights title="It may" rights={may} icon={<Check aria-hidden />} />
        {mayNot.length > 0 && (
          <Rights title="It may not" rights={mayNot} icon={<Minus aria-hidden />} />
        )}
      </div>
    </div>
  );
}

interface RightsProps {
  readonly title: string;
  readonly rights: readonly string[];
  readonly icon: React.ReactNode;
}

function Rights({ title, rights, icon }: RightsProps) {
  return (
    <div className="grid content-start gap-1">
      <p className="font-medium">{title}</p>
      <ul className="grid gap-0.5 text-muted">
        {rights.map((right) => (
          <li
            key={right}
            className="flex items-start gap-1.5 [&_svg]:mt-0.5 [&_svg]:size-3 [&_svg]:shrink-0"
          >
            {icon}
            {right}
          </li>
        ))}
      </ul>
    </div>
  );
}
