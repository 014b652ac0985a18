import { parseAnswer, WINDOW_PATH, WINDOW_READY, type WindowAnswer, type WindowScreen } from './window-messages.js'

/** Size of the window in CSS pixels. Phones open a tab instead. */
const [WIDTH, HEIGHT] = [460, 660]
const POLL_MS = 250

export interface ApprovalWindow {
  /** Closes the window. A decision that arrives later is ignored. */
  close(): void
}

interface WindowListener {
  /** Called at most once, after the window was closed. */
  onAnswer(answer: WindowAnswer): void
  /** Called once if the visitor closes the window without a decision. */
  onClosed(): void
}

/**
 * Opens a window of the frame's origin that displays `screen` and reports the visitor's decision. Call it in a click handler. Returns `undefined` if
 * the browser blocks the window.
 *
 * The window and the frame cannot share storage, because browsers partition the frame's storage by site. They communicate through a MessageChannel.
 * The frame sends a port only to the window that it has opened, and only while that window displays a page of the frame's origin. The site cannot get
 * a reference to the window, because the frame opens it without a name.
 */
export function openWindow(screen: WindowScreen, { onAnswer, onClosed }: WindowListener): ApprovalWindow | undefined {
  const popup = window.open(`${WINDOW_PATH}?${appearanceQuery(document.documentElement)}`, '_blank', features())
  if (!popup || popup.closed) return undefined
  let port: MessagePort | undefined
  let isEnded = false
  const close = (): void => {
    isEnded = true
    clearInterval(timer)
    removeEventListener('message', connect)
    removeEventListener('pagehide', close)
    port?.close()
    popup.close()
  }
  const connect = ({ source, origin, data }: MessageEvent): void => {
    if (source !== popup || origin !== location.origin || data !== WINDOW_READY) return
    port?.close() // the window was reloaded
    const { port1, port2 } = new MessageChannel()
    port = port1
    port1.onmessage = (event) => {
      const answer = parseAnswer(event.data)
      if (answer === undefined || isEnded || port !== port1) return // a closed port can still deliver earlier messages
      close()
      onAnswer(answer)
    }
    popup.postMessage(screen, location.origin, [port2])
  }
  let wasClosed = false
  const timer = setInterval(() => {
    if (wasClosed) {
      close()
      onClosed()
    }
    wasClosed = popup.closed // waits for one more poll: if the browser has frozen this page, the decision can arrive after the window was closed
  }, POLL_MS)
  addEventListener('message', connect)
  addEventListener('pagehide', close)
  return { close }
}

/** Language and colours of the frame, as query parameters of the window's URL. */
function appearanceQuery({ lang, dataset, style }: HTMLElement): URLSearchParams {
  return new URLSearchParams({
    locale: lang,
    mode: dataset.mode ?? 'light',
    accent: style.getPropertyValue('--accent'),
  })
}

/** Features of a window in the middle of the site's window. */
function features(): string {
  const [left, top] = [screenX + (outerWidth - WIDTH) / 2, screenY + (outerHeight - HEIGHT) / 2]
  return `popup,width=${WIDTH},height=${HEIGHT},left=${Math.round(left)},top=${Math.round(Math.max(top, 0))}`
}
