import { memo, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import type { UiDependencies } from '../../modal/ui-dependencies.js'
import { Texts } from '../../ui/texts.js'
import { useValue } from '../hooks/use-value.js'
import { Activity } from './activity.js'
import { Card } from './card.js'
import type { PreparedInterface } from './prepared-interface.js'
import { Toasts } from './toasts.js'
import { UiContext } from './ui-context.js'
import { viewEntry } from './view-entry.js'

interface ShellProps {
  readonly parts: UiDependencies
  readonly prepared: PreparedInterface
  /** Contains toasts while the dialog is closed. */
  readonly outside: HTMLElement
}

/** Root component of the modal: the card while a view is open or being prepared, and toasts at any time. */
export function Shell({ parts, prepared: { frame, shown, ahead, texts }, outside }: ShellProps): ReactNode {
  const open = useValue(shown)
  const expected = useValue(ahead)
  const route = open ?? expected
  const hosted = route && parts.host.view(route.view)
  const isOpen = open !== null && hosted !== undefined

  return (
    <UiContext.Provider value={parts}>
      <Texts.Provider value={useValue(texts)}>
        {route && hosted ? (
          <Activity mode={isOpen ? 'visible' : 'hidden'}>
            <SteadyCard frame={frame} route={route} entry={viewEntry(parts, hosted)} />
            <Toasts inDialog />
          </Activity>
        ) : null}
        {createPortal(<Toasts inDialog={false} />, outside)}
      </Texts.Provider>
    </UiContext.Provider>
  )
}

/** Card that is not rendered again when a view that was rendered in advance becomes visible. */
const SteadyCard = memo(
  Card,
  (old, next) =>
    old.frame === next.frame &&
    old.entry === next.entry &&
    old.route.key === next.route.key &&
    Object.is(old.route.params, next.route.params),
)
