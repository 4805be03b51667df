'use client';

import type { ReactNode } from 'react';
import { Check } from 'lucide-react';
import { DropdownMenu as Radix } from 'radix-ui';
import type {
  DropdownMenuProps,
  MenuCheckProps,
  MenuItemProps,
  MenuRadioProps,
} from './dropdown-menu';
import { MENU_CLASS, MENU_ITEM_CLASS } from './menu-classes';
import { StandIn } from './stand-in';
import type { PartsProps } from './use-overlay';
import { cn } from '@/lib/cn';

/** The menu of `DropdownMenu`. */
export function Menu({
  align = 'end',
  side,
  className,
  open,
  onOpenChange,
  element,
  elementId,
  panelId,
  children,
}: Omit<DropdownMenuProps, keyof PartsProps> & PartsProps) {
  return (
    <Radix.Root modal={false} open={open} onOpenChange={onOpenChange}>
      <Radix.Trigger asChild>
        <StandIn element={element} />
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          id={panelId}
          aria-labelledby={elementId}
          // A press on the trigger closes by itself.
          onInteractOutside={(event) => {
            const { target } = event;
            if (target instanceof Node && element.current?.contains(target)) event.preventDefault();
          }}
          align={align}
          side={side}
          sideOffset={4}
          collisionPadding={8}
          className={cn(
            MENU_CLASS,
            'max-h-(--radix-dropdown-menu-content-available-height)',
            className,
          )}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

export function MenuItem({ danger = false, className, ...rest }: MenuItemProps) {
  return (
    <Radix.Item
      className={cn(
        MENU_ITEM_CLASS,
        '[&_svg]:text-subtle',
        danger && 'text-danger-text data-highlighted:bg-danger-soft [&_svg]:text-current',
        className,
      )}
      {...rest}
    />
  );
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return <Radix.Label className="px-2 py-1 text-xs text-subtle">{children}</Radix.Label>;
}

export function MenuSeparator() {
  return <Radix.Separator className="-mx-1 my-1 h-px bg-border" />;
}

export function MenuCheck({ checked, onCheckedChange, disabled, children }: MenuCheckProps) {
  return (
    <Radix.CheckboxItem
      checked={checked}
      onCheckedChange={onCheckedChange}
      disabled={disabled}
      onSelect={(event) => event.preventDefault()}
      className={cn(MENU_ITEM_CLASS, 'pl-8')}
    >
      <Radix.ItemIndicator className="absolute left-2">
        <Check aria-hidden />
      </Radix.ItemIndicator>
      {children}
    </Radix.CheckboxItem>
  );
}

export function MenuRadio<Value extends string>({
  value,
  options,
  onChange,
}: MenuRadioProps<Value>) {
  return (
    <Radix.RadioGroup
      value={value}
      onValueChange={(next) => {
        const chosen = options.find((option) => option.value === next);
        if (chosen) onChange(chosen.value);
      }}
    >
      {options.map((option) => (
        <Radix.RadioItem
          key={option.value}
          value={option.value}
          className={cn(MENU_ITEM_CLASS, 'pl-8')}
        >
          <Radix.ItemIndicator className="absolute left-2">
            <Check aria-hidden />
          </Radix.ItemIndicator>
          {option.label}
        </Radix.RadioItem>
      ))}
    </Radix.RadioGroup>
  );
}
