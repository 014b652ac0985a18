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

/** Key that the router assigns to its first route. With another key, React would render the view again when it opens. */
const FIRST_ROUTE_KEY = 1

const nothing = (): void => {}

/** Renders components that the first view probably uses. */
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

const createWarmUpEntry = (t: Translate): ViewEntry => ({
  state: signal<ViewState>({ status: 'ready', attempt: 1, header: { title: 'connect' }, draw: () => drawRows(t) }),
  t,
  language: () => undefined,
  failed: nothing,
  handlerFailed: nothing,
  settled: () => Promise.resolve(),
  retry: nothing,
})

interface WarmUpProps {
  readonly ui: UiDependencies
  readonly t: Translate
  readonly frame: Frame
  readonly isOn: ReadonlySignal<boolean>
}

function WarmUp({ ui, t, frame, isOn }: WarmUpProps): ReactNode {
  const route = { key: 0, view: view('@wallet-modal/kernel#WarmUp'), params: undefined }
  return (
    <UiContext.Provider value={ui}>
      <Texts.Provider value={t}>
        {useValue(isOn) && <Card frame={frame} route={route} entry={createWarmUpEntry(t)} />}
      </Texts.Provider>
    </UiContext.Provider>
  )
}

/**
 * Opens an invisible card once before a click. The browser then has already compiled the code, computed the styles and loaded the fonts. Then renders
 * the default view in advance, and once more if the default view changes, for example when a stored wallet reconnects.
 */
export function warmUp(ui: UiDependencies, firstView: () => AnyView | undefined): void {
  const { host, texts, nextRoute, openRoute, draw } = prepare(ui)
  if (host.isConnected || ui.signal.aborted) return
  const container = document.createElement('div')
  container.className = 'wm-outside wm-warm-up'
  container.inert = true
  host.shadowRoot?.append(container)
  document.body.append(host)
  const frame: Frame = {
    dialog: document.createElement('dialog'),
    container,
    show: nothing,
    hide: nothing,
    settleFocus: nothing,
  }
  const isOn = signal(false)
  const setOn = (next: boolean): void =>
    flushSync(() => {
      isOn.value = next
    })
  const root = createRoot(container)
  const steps = [
    draw,
    () => root.render(<WarmUp ui={ui} t={texts.peek()} frame={frame} isOn={isOn} />),
    () => setOn(true),
    () => setOn(false),
  ]
  let renderedView: AnyView | undefined
  /** Ends the warm-up, or the later subscription to the connections. */
  let stop = (): void => {
    clearInterval(timer)
    container.remove()
    root.unmount()
  }
  const renderInAdvance = async (): Promise<void> => {
    const view = firstView()
    if (view === renderedView) return
    stop() // at most two views are rendered in advance: later changes result from actions of the visitor
    renderedView = view
    await preload(ui, view && [view])
    if (view && view === firstView() && !openRoute.peek())
      nextRoute.value = { key: FIRST_ROUTE_KEY, view, params: undefined }
  }
  const end = (): void => {
    stop()
    // the second rendering waits until the browser is idle: it must not delay the frame in which a wallet connects
    stop = ui.connections.all.subscribe(() => (renderedView ? whenIdle(renderInAdvance, ui.signal) : renderInAdvance()))
  }
  // ends early if the modal is opened
  const timer = setInterval(() => (openRoute.peek() ? end : (steps.shift() ?? end))(), 50)
  ui.signal.addEventListener('abort', () => stop())
}
