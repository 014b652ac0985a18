import type { KeyboardEvent, ReactNode } from 'react'

/** Index of the row to focus after an arrow key, Home or End, in a list of `count` rows. */
export const keyTargets: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}

function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
  const targetOf = keyTargets[event.key]
  const row = event.target instanceof Element ? event.target.closest<HTMLElement>('.wm-item') : null
  if (!targetOf || !row || event.altKey || event.ctrlKey || event.metaKey) return
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('.wm-item:not(:disabled,div)')]
  event.preventDefault()
  rows[targetOf(rows.indexOf(row), rows.length)]?.focus()
}

export interface ListProps {
  /** {@link ListItem}s. */
  readonly children: ReactNode
  /** Accessible name of the list. */
  readonly label?: string
}

/** List of rows; arrow keys, Home and End move the focus. */
export function List({ children, label }: ListProps): ReactNode {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: a list without bullets loses its role in Safari
    <ul className="wm-list" role="list" aria-label={label} onKeyDown={onKeyDown}>
      {children}
    </ul>
  )
}
