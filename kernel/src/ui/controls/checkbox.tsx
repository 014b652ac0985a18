import type { ReactNode } from 'react'

export interface CheckboxProps {
  readonly checked: boolean
  onChange(checked: boolean): void
  /** Text of the consent; it may contain links. */
  readonly children: ReactNode
}

/** Checkbox whose click target is as tall as its text, at least 24 px. */
export function Checkbox({ checked, onChange, children }: CheckboxProps): ReactNode {
  return (
    <label className="wm-check">
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.currentTarget.checked)} />
      <span>{children}</span>
    </label>
  )
}
