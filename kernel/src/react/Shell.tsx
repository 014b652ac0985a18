import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import type { Translate } from '../i18n.js'
import { Texts } from '../ui/texts.js'
import type { UiParts } from '../ui-loader.js'
import { Activity } from './activity.js'
import { Card } from './Card.js'
import type { Frame } from './frame.js'
import type { Prepared } from './prepare.js'
import { Toasts } from './Toasts.js'
import { UiContext } from './ui-context.js'
import { useTracked, useValue } from './use-value.js'
import { viewEntry } from './view-entry.js'

interface ShellProps {
  readonly parts: UiParts
  readonly prepared: Prepared
  readonly frame: Frame
  /** Holds toasts while the dialog is closed. */
  readonly outside: HTMLElement
}

/** Everything that the kernel draws: the card while a view is open or about to be, and toasts at any time. */
export function Shell({ parts, prepared: { isMounted, ahead, t }, frame, outside }: ShellProps): ReactNode {
  const open = useTracked(() => (isMounted.value ? parts.router.current.value : null))
  const expected = useValue(ahead)
  const route = open ?? expected
  const hosted = route && parts.host.view(route.view)
  const isOpen = open !== null && hosted !== undefined
  const texts = useTracked((): Translate => {
    t('') // a new function for a new language, so that everybody who reads texts draws anew
    return (key, values) => t(key, values)
  })

  return (
    <UiContext.Provider value={parts}>
      <Texts.Provider value={texts}>
        {route && hosted ? (
          <Activity mode={isOpen ? 'visible' : 'hidden'}>
            <Card frame={frame} route={route} entry={viewEntry(parts, hosted)} />
          </Activity>
        ) : null}
        {isOpen ? <Toasts /> : createPortal(<Toasts />, outside)}
      </Texts.Provider>
    </UiContext.Provider>
  )
}
