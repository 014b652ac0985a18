import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { fromHash, startComposition, toHash } from './composition.js'
import { CopyButton } from './copy-button.js'
import type { Setting } from './facts.js'
import { Look } from './look.js'
import { type FromPreview, readFromPreview, type ToPreview } from './messages.js'
import { toCommand, toManifestText } from './output.js'
import { SandboxControls } from './sandbox-controls.js'
import { Switches } from './switches.js'
import { Tasks } from './tasks.js'

type State = Extract<FromPreview, { playground: 'state' }>
const nothing: State = { playground: 'state', isOpen: false, address: null, caipNetworkId: null, problems: [] }

/** The playground: controls, a preview with the modal, and the command and `wallet-modal.json` that create such a site. */
export function Playground({ setting }: { setting: Setting }) {
  const start = useMemo(() => startComposition(setting), [setting])
  const [composition, setComposition] = useState(() => fromHash(location.hash, start))
  const [panel, setPanel] = useState<PanelName>('Compose')
  const [isPhone, setPhone] = useState(false)
  const hash = toHash(composition, start)
  const preview = usePreview(setting.previewUrl, hash)
  useEffect(() => history.replaceState(null, '', `${location.pathname}${location.search}${hash}`), [hash])
  const editor = { setting, composition, onChange: setComposition }
  const panels = ['Compose', 'Try', ...(setting.sandboxUrl === undefined ? [] : ['Sandbox' as const]), 'Code'] as const
  return (
    <div className="playground">
      <aside>
        <header>
          <h1>Wallet Modal</h1>
          <CopyButton label="Copy link" text={location.href} />
        </header>
        <PanelTabs names={panels} chosen={panel} onChoose={setPanel} />
        <div className="panel" role="tabpanel" aria-label={panel}>
          {panel === 'Compose' && (
            <>
              <Switches {...editor} />
              <Look {...editor} />
            </>
          )}
          <div hidden={panel !== 'Try'}>
            <Tasks plugins={setting.plugins.filter(({ name }) => composition.plugins[name])} events={preview.events} />
          </div>
          {panel === 'Sandbox' && <SandboxControls url={setting.sandboxUrl ?? ''} {...preview.state} />}
          {panel === 'Code' && <Code {...editor} />}
        </div>
      </aside>
      <div className="stage" data-phone={isPhone}>
        <div className="stage-bar">
          <button type="button" className="primary" onClick={preview.open}>
            Open the modal
          </button>
          <button type="button" className="quiet" aria-pressed={isPhone} onClick={() => setPhone(!isPhone)}>
            Phone width
          </button>
        </div>
        {preview.state.problems.length > 0 && (
          <p className="problem" role="alert">
            {preview.state.problems.at(-1)}
          </p>
        )}
        <iframe
          ref={preview.frame}
          title="A site with the modal"
          src={setting.previewUrl + preview.first}
          allow="clipboard-write"
        />
      </div>
    </div>
  )
}

type PanelName = 'Compose' | 'Try' | 'Sandbox' | 'Code'

interface PanelTabsProps {
  readonly names: readonly PanelName[]
  readonly chosen: PanelName
  readonly onChoose: (name: PanelName) => void
}

const PanelTabs = ({ names, chosen, onChoose }: PanelTabsProps) => (
  <div className="tabs" role="tablist">
    {names.map((name) => (
      <button key={name} type="button" role="tab" aria-selected={name === chosen} onClick={() => onChoose(name)}>
        {name}
      </button>
    ))}
  </div>
)

function Code({ setting, composition }: { setting: Setting; composition: Parameters<typeof toManifestText>[0] }) {
  const manifest = toManifestText(composition)
  const { command, needsFile } = toCommand(composition, setting)
  return (
    <div className="code">
      <h2>Command</h2>
      <CopyButton label="Copy command" text={command} />
      <pre>{command}</pre>
      {needsFile && <p>Some of these choices have no flag: save the file below as wallet-modal.json first.</p>}
      <h2>wallet-modal.json</h2>
      <CopyButton label="Copy wallet-modal.json" text={manifest} />
      <pre>{manifest}</pre>
    </div>
  )
}

/** State of the preview's frame, from the frame's messages. When the composition changes, sets the hash of the frame's URL without a reload. */
function usePreview(url: string, hash: string) {
  const frame = useRef<HTMLIFrameElement>(null)
  const guardFocus = useFocusGuard(frame)
  const [state, setState] = useState(nothing)
  const [events, setEvents] = useState<ReadonlySet<string>>(new Set())
  const [first] = useState(hash)
  const sent = useRef(first)
  const hasOpened = useRef(false)
  const open = useCallback((): void => {
    const message: ToPreview = { playground: 'open' }
    frame.current?.contentWindow?.postMessage(message, location.origin)
  }, [])
  useEffect(() => {
    if (sent.current === hash) return
    sent.current = hash
    guardFocus()
    frame.current?.contentWindow?.location.replace(new URL(url + (hash || '#'), location.href).href)
  }, [url, hash, guardFocus])
  useEffect(() => {
    const listen = ({ data, source }: MessageEvent<unknown>): void => {
      if (source !== frame.current?.contentWindow) return
      const message = readFromPreview(data)
      if (message?.playground === 'state') setState(message)
      // The first state opens the modal, so that the visitor sees it before changing anything.
      if (message?.playground === 'state' && !hasOpened.current) {
        hasOpened.current = true
        open()
      }
      if (message?.playground === 'event') setEvents((before) => new Set([...before, message.name]))
    }
    window.addEventListener('message', listen)
    return () => window.removeEventListener('message', listen)
  }, [open])
  return { frame, state, events, open, first }
}

const GUARD_MS = 2500

/**
 * Returns a function to call before the frame gets a changed composition. If the page loses the focus within 2.5 s and the pointer is not over the
 * frame, a dialog that reopened in the frame took the focus: it returns to the element that was focused at the call.
 */
function useFocusGuard(frame: RefObject<HTMLIFrameElement | null>): () => void {
  const guarded = useRef<{ readonly element: Element | null; readonly untilMs: number }>({ element: null, untilMs: 0 })
  useEffect(() => {
    const restoreFocus = (): void => {
      const { element, untilMs } = guarded.current
      const isVisitor = frame.current?.matches(':hover') === true
      if (Date.now() < untilMs && !isVisitor && element instanceof HTMLElement) setTimeout(() => element.focus())
    }
    window.addEventListener('blur', restoreFocus)
    return () => window.removeEventListener('blur', restoreFocus)
  }, [frame])
  return useCallback(() => {
    guarded.current = { element: document.activeElement, untilMs: Date.now() + GUARD_MS }
  }, [])
}
