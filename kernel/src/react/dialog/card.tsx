import { type ReactNode, useEffect, useState } from 'react'
import type { Route } from '../../modal/router.js'
import type { ViewHeader } from '../../plugins/plugin.js'
import { useTexts } from '../../ui/texts.js'
import { useTracked, useValue } from '../hooks/use-value.js'
import type { Frame } from './frame.js'
import { Header } from './header.js'
import { headerTexts } from './header-texts.js'
import { PluginView } from './plugin-view.js'
import { useUi } from './ui-context.js'
import { useCardElements } from './use-card-elements.js'
import type { ViewEntry } from './view-entry.js'

interface CardProps {
  readonly frame: Frame
  readonly route: Route
  readonly entry: ViewEntry
}

/** Displayed until the view is loaded, or if loading fails. */
const noHeader: ViewHeader = {}

/** Open modal: opens the dialog when it is mounted and closes it when it is unmounted. */
export function Card({ frame, route, entry }: CardProps): ReactNode {
  const { router } = useUi()
  const t = useTexts()
  const state = useValue(entry.state)
  const header = state.status === 'ready' ? state.header : noHeader
  const { title, label } = useTracked(() => headerTexts(entry, header, t))
  const language = useTracked(entry.language)
  const direction = useDirection(useValue(router.depth))

  const [card, handle, body, content] = useCardElements(frame, route.key, label)

  return (
    <div className="wm-card" ref={card} tabIndex={-1}>
      <Header
        viewTexts={entry.t}
        language={language}
        header={header}
        title={title}
        label={state.status === 'loading' ? '' : label}
        handle={handle}
      />
      <div className="wm-body" ref={body}>
        <div className="wm-content" ref={content}>
          <PluginView
            key={`${route.key} ${route.view.name}`}
            className={`wm-view wm-from-${direction}`}
            entry={entry}
            params={route.params}
            resolve={(result) => router.resolve(route.key, result)}
            onBack={() => router.back()}
            onReady={() => card.current && frame.dialog.open && frame.settleFocus(card.current)}
          />
        </div>
      </div>
      <Announcement text={label} />
    </div>
  )
}

/** Direction of the transition between the previous and the current view. */
function useDirection(depth: number): 'nowhere' | 'end' | 'start' {
  const [last, setLast] = useState({ depth, direction: 'nowhere' as 'nowhere' | 'end' | 'start' })
  if (last.depth === depth) return last.direction
  const next = { depth, direction: depth > last.depth ? ('end' as const) : ('start' as const) }
  setLast(next)
  return next.direction
}

/** Announces the title of every view after the first, which is the dialog's own name. */
function Announcement({ text }: { readonly text: string }): ReactNode {
  const [first] = useState(text)
  const [said, say] = useState('')
  useEffect(() => {
    say((before) => (before || text !== first ? text : ''))
  }, [text, first])
  return (
    <p className="wm-hidden" role="status">
      {said}
    </p>
  )
}
