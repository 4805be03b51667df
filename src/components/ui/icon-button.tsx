import { Button, type ButtonProps } from './button';
import { Tooltip } from './tooltip';
import { cn } from '@/lib/cn';

export interface IconButtonProps extends Omit<ButtonProps, 'aria-label'> {
  /** The action's name, for screen readers and the tooltip. */
  label: string;
  /** The keys that do the same, shown in the tooltip. */
  shortcut?: string;
}

/** A button of one icon. The label is not optional: an icon alone is a guess. */
export function IconButton({
  label,
  shortcut,
  variant = 'ghost',
  size = 'md',
  className,
  ...rest
}: IconButtonProps) {
  return (
    <Tooltip content={label} shortcut={shortcut}>
      <Button
        aria-label={label}
        variant={variant}
        size={size}
        className={cn('px-0 pointer-coarse:min-w-10', size === 'sm' ? 'w-7' : 'w-8', className)}
        {...rest}
      />
    </Tooltip>
  );
}
