import type { ReactNode } from 'react'

export interface CheckboxProps {
  readonly checked: boolean
  onChange(checked: boolean): void
  /** What is agreed to; links in it stay links. */
  readonly children: ReactNode
}

/** A box to tick, with a target as tall as its text and never less than 24 px. */
export function Checkbox({ checked, onChange, children }: CheckboxProps): ReactNode {
  return (
    <label className="wm-check">
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.currentTarget.checked)} />
      <span>{children}</span>
    </label>
  )
}
