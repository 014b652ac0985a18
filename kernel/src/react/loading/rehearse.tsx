import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import type { UiDependencies } from '../../modal/ui-dependencies.js'
import { whenIdle } from '../../page/idle.js'
import { type AnyView, view } from '../../plugins/token.js'
import { type ReadonlySignal, signal } from '../../signals.js'
import type { Translate } from '../../texts/i18n.js'
import { Name } from '../../ui/content/name.js'
import { Tag } from '../../ui/content/tag.js'
import { Mark } from '../../ui/images/mark.js'
import { Stack } from '../../ui/layout/stack.js'
import { List } from '../../ui/lists/list.js'
import { ListItem } from '../../ui/lists/list-item.js'
import { Texts } from '../../ui/texts.js'
import { Card } from '../dialog/card.js'
import type { Frame } from '../dialog/frame.js'
import { UiContext } from '../dialog/ui-context.js'
import type { ViewEntry, ViewState } from '../dialog/view-entry.js'
import { useValue } from '../hooks/use-value.js'
import { preload } from './preload.js'
import { prepare } from './prepare.js'

/** Route key that the router assigns to the first visit. Another key would render again. */
const FIRST_VISIT = 1

const nothing = (): void => {}

/** Parts of the view that is likely to open first. */
const drawRows = (t: Translate): ReactNode => (
  <Stack>
    <List label={t('connect')}>
      <ListItem
        leading={<Mark name={t('dialog')} />}
        label={<Name>{t('connect')}</Name>}
        trailing={<Tag>{t('retry')}</Tag>}
        onClick={nothing}
      />
    </List>
  </Stack>
)

const standIn = (t: Translate): ViewEntry => ({
  state: signal<ViewState>({ status: 'ready', attempt: 1, header: { title: 'connect' }, draw: () => drawRows(t) }),
  t,
  language: () => undefined,
  failed: nothing,
  handlerFailed: nothing,
  settled: () => Promise.resolve(),
  retry: nothing,
})

interface RehearsalProps {
  readonly parts: UiDependencies
  readonly t: Translate
  readonly frame: Frame
  readonly isOn: ReadonlySignal<boolean>
}

function Rehearsal({ parts, t, frame, isOn }: RehearsalProps): ReactNode {
  const route = { key: 0, view: view('@wallet-modal/kernel#Rehearsal'), params: undefined }
  return (
    <UiContext.Provider value={parts}>
      <Texts.Provider value={t}>
        {useValue(isOn) && <Card frame={frame} route={route} entry={standIn(t)} />}
      </Texts.Provider>
    </UiContext.Provider>
  )
}

/**
 * Opens an invisible card once before a click: a browser compiles code, computes styles and loads fonts on first use, so that afterwards the first
 * opening is as fast as a second one. Then renders the likely first view in advance, if React can do that without running effects, and again if
 * another view becomes likely, for example when a returning visitor is reconnected.
 */
export function rehearse(parts: UiDependencies, firstView: () => AnyView | undefined): void {
  const { host, texts, ahead, shown, draw } = prepare(parts)
  if (host.isConnected || parts.signal.aborted) return
  const stage = document.createElement('div')
  stage.className = 'wm-outside wm-rehearsal'
  stage.inert = true
  host.shadowRoot?.append(stage)
  document.body.append(host)
  const frame: Frame = {
    dialog: document.createElement('dialog'),
    stage,
    show: nothing,
    hide: nothing,
    settleFocus: nothing,
  }
  const isOn = signal(false)
  const turn = (on: boolean): void =>
    flushSync(() => {
      isOn.value = on
    })
  const root = createRoot(stage)
  const steps = [
    draw,
    () => root.render(<Rehearsal parts={parts} t={texts.peek()} frame={frame} isOn={isOn} />),
    () => turn(true),
    () => turn(false),
  ]
  let before: AnyView | undefined
  let stop = nothing
  const drawAhead = async (): Promise<void> => {
    const view = firstView()
    if (view === before) return
    stop() // once: later changes come from the visitor
    before = view
    await preload(parts, view && [view])
    if (view && view === firstView() && !shown.peek()) ahead.value = { key: FIRST_VISIT, view, params: undefined }
  }
  const end = (): void => {
    clearInterval(timer)
    parts.signal.removeEventListener('abort', end)
    stage.remove()
    root.unmount()
    // not in the frame in which a wallet connects
    stop = parts.connections.all.subscribe(() => (before ? whenIdle(drawAhead, parts.signal) : drawAhead()))
    parts.signal.addEventListener('abort', stop)
  }
  // the modal may be opened meanwhile; then this is not needed
  const timer = setInterval(() => ((shown.peek() ? undefined : steps.shift()) ?? end)(), 50)
  parts.signal.addEventListener('abort', end)
}
