import { type ReactNode, useLayoutEffect } from 'react'
import { createPortal } from 'react-dom'
import { chooseLocale, directionOf, type Translate } from '../i18n.js'
import { catalogue } from '../strings/catalogue.js'
import { Texts } from '../ui/texts.js'
import type { UiParts } from '../ui-loader.js'
import { Card } from './Card.js'
import type { Frame } from './frame.js'
import { Toasts } from './Toasts.js'
import { UiContext } from './ui-context.js'
import { useTracked, useValue } from './use-value.js'

interface ShellProps {
  readonly parts: UiParts
  readonly t: Translate
  readonly frame: Frame
  /** Holds toasts while the dialog is closed. */
  readonly outside: HTMLElement
}

/** Everything that the kernel draws: the card while a view is open, and toasts at any time. */
export function Shell({ parts, t, frame, outside }: ShellProps): ReactNode {
  const route = useValue(parts.router.current)
  const hosted = route && parts.host.view(route.view)
  const locale = chooseLocale([useValue(parts.locale)], Object.keys(catalogue))
  const texts = useTracked((): Translate => {
    t('') // a new function for a new language, so that everybody who reads texts draws anew
    return (key, values) => t(key, values)
  })
  useLayoutEffect(() => {
    for (const place of [frame.dialog, outside]) {
      place.lang = locale
      place.dir = directionOf(locale)
    }
  }, [frame, outside, locale])

  return (
    <UiContext.Provider value={parts}>
      <Texts.Provider value={texts}>
        {route && hosted ? <Card frame={frame} route={route} hosted={hosted} /> : null}
        {route && hosted ? <Toasts /> : createPortal(<Toasts />, outside)}
      </Texts.Provider>
    </UiContext.Provider>
  )
}
