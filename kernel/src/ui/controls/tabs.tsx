import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { useDeferredStyles } from '../styles/deferred-styles.js'

export interface TabsProps {
  readonly label: string
  readonly tabs: readonly { readonly id: string; readonly label: string }[]
  readonly selected: string
  onSelect(id: string): void
  /** Content of the selected tab. */
  readonly children: ReactNode
}

/** Tabs with one tab stop. Arrow keys select the next or previous tab in reading direction, Home and End the first or last. */
export function Tabs({ label, tabs, selected, onSelect, children }: TabsProps): ReactNode {
  useDeferredStyles()
  const base = useId()
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl'
    const forward = isRtl ? 'ArrowLeft' : 'ArrowRight'
    const at = tabs.findIndex(({ id }) => id === selected)
    // -1 is the last tab
    const targets: Record<string, number> = {
      [forward]: at + 1,
      [isRtl ? 'ArrowRight' : 'ArrowLeft']: at - 1,
      Home: 0,
      End: -1,
    }
    const target = targets[event.key]
    const next = target === undefined ? undefined : tabs.at(target % tabs.length)
    if (!next) return
    event.preventDefault()
    onSelect(next.id)
    event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')[tabs.indexOf(next)]?.focus()
  }
  return (
    <div className="wm-stack wm-gap-3">
      <div className="wm-tabs" role="tablist" aria-label={label} onKeyDown={onKeyDown}>
        {tabs.map(({ id, label: text }) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`${base}-${id}`}
            aria-selected={id === selected}
            aria-controls={`${base}-panel`}
            tabIndex={id === selected ? 0 : -1}
            onClick={() => onSelect(id)}
          >
            {text}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${base}-panel`} aria-labelledby={`${base}-${selected}`}>
        {children}
      </div>
    </div>
  )
}
