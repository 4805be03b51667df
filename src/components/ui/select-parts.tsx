'use client';

import { Check } from 'lucide-react';
import { Select as Radix } from 'radix-ui';
import { MENU_CLASS, MENU_ITEM_CLASS } from './menu-classes';
import type { SelectProps } from './select';
import { StandIn } from './stand-in';
import type { PartsProps } from './use-overlay';
import { cn } from '@/lib/cn';

type SelectListProps<Value extends string> = Pick<
  SelectProps<Value>,
  'options' | 'value' | 'onChange'
> &
  PartsProps;

/** The list of `Select`. */
export function SelectList<Value extends string>({
  options,
  value,
  onChange,
  open,
  onOpenChange,
  element,
  panelId,
}: SelectListProps<Value>) {
  return (
    <Radix.Root
      open={open}
      onOpenChange={onOpenChange}
      value={value ?? ''}
      onValueChange={(next) => {
        const chosen = options.find((option) => option.value === next);
        if (chosen) onChange(chosen.value);
      }}
    >
      <Radix.Trigger asChild>
        <StandIn element={element} />
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          id={panelId}
          position="popper"
          sideOffset={4}
          collisionPadding={8}
          className={cn(
            MENU_CLASS,
            'max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width)',
          )}
        >
          <Radix.Viewport>
            {options.map((option) => (
              <Radix.Item
                key={option.value}
                value={option.value}
                disabled={option.disabled}
                className={cn(MENU_ITEM_CLASS, 'pr-8')}
              >
                <Radix.ItemText>
                  <span className="inline-flex items-center gap-2">
                    {option.icon}
                    {option.label}
                  </span>
                </Radix.ItemText>
                <Radix.ItemIndicator className="absolute right-2">
                  <Check aria-hidden className="size-4" />
                </Radix.ItemIndicator>
              </Radix.Item>
            ))}
          </Radix.Viewport>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
