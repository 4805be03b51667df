import { X } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { VisuallyHidden } from '@/components/ui/visually-hidden';

export interface FilterChipProps {
  /** What is fixed: "Software". */
  label: string;
  /** To what. */
  value: string;
  onRemove: () => void;
}

/** A condition that a link has set and that the reader can only take away. */
export function FilterChip({ label, value, onRemove }: FilterChipProps) {
  return (
    <span className="inline-flex h-8 max-w-80 min-w-0 items-center rounded-md border border-accent-text bg-accent-soft text-sm pointer-coarse:h-10">
      <span className="min-w-0 truncate pl-3" title={value}>
        <span className="text-muted">{label}</span> <span className="font-medium">{value}</span>
      </span>
      <Button variant="ghost" className="h-full w-8 px-0" onClick={onRemove}>
        <X aria-hidden />
        <VisuallyHidden>
          Remove the condition {label} {value}
        </VisuallyHidden>
      </Button>
    </span>
  );
}
