import { memo, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import type { UiDependencies } from '../../modal/ui-dependencies.js'
import { Texts } from '../../ui/texts.js'
import { useValue } from '../hooks/use-value.js'
import { Activity } from './activity.js'
import { Card } from './card.js'
import type { PreparedRenderer } from './prepared-renderer.js'
import { Toasts } from './toasts.js'
import { UiContext } from './ui-context.js'
import { viewEntry } from './view-entry.js'

interface ShellProps {
  readonly ui: UiDependencies
  readonly prepared: PreparedRenderer
  /** Contains toasts while the dialog is closed. */
  readonly outside: HTMLElement
}

/** Root component of the modal. Renders the card while a view is open or rendered in advance, and toasts at any time. */
export function Shell({ ui, prepared: { frame, openRoute, nextRoute, texts }, outside }: ShellProps): ReactNode {
  const open = useValue(openRoute)
  const expected = useValue(nextRoute)
  const route = open ?? expected
  const hosted = route && ui.host.view(route.view)
  const isOpen = open !== null && hosted !== undefined

  return (
    <UiContext.Provider value={ui}>
      <Texts.Provider value={useValue(texts)}>
        {route && hosted ? (
          <Activity mode={isOpen ? 'visible' : 'hidden'}>
            <SteadyCard frame={frame} route={route} entry={viewEntry(ui, hosted)} />
            <Toasts inDialog />
          </Activity>
        ) : null}
        {createPortal(<Toasts inDialog={false} />, outside)}
      </Texts.Provider>
    </UiContext.Provider>
  )
}

/** Card that does not render again when a view that was rendered in advance becomes visible. */
const SteadyCard = memo(
  Card,
  (old, next) =>
    old.frame === next.frame &&
    old.entry === next.entry &&
    old.route.key === next.route.key &&
    Object.is(old.route.params, next.route.params),
)
