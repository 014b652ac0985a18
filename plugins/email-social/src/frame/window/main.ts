import { showApproval } from '../approval/approval-screen.js'
import { parseScreen, WINDOW_READY, type WindowAnswer, type WindowScreen } from '../approval/window-messages.js'
import { windowText } from '../approval/window-strings.js'
import { el, show } from '../element.js'
import { displayRecoveryCode } from '../key/recovery-code-screen.js'
import { setLanguage } from '../strings.js'
import { setTheme } from '../theme.js'

/** Time within which the frame must send its request, in milliseconds. */
const REQUEST_MS = 10_000

interface WindowRequest {
  readonly screen: WindowScreen
  readonly port: MessagePort
}

/**
 * Receives a request from the frame that has opened this window; `undefined` if there is none. Accepts messages of the opener only, and only from the
 * window's own origin, because a site can open this page itself, or load another document into the frame.
 */
function receiveRequest(): Promise<WindowRequest | undefined> {
  const { opener }: { readonly opener: Window | null } = window
  return new Promise((resolve) => {
    if (opener === null || window.top !== window) return resolve(undefined)
    setTimeout(resolve, REQUEST_MS, undefined)
    addEventListener('message', ({ source, origin, data, ports: [port] }) => {
      if (source !== opener || origin !== location.origin || !port) return
      const screen = parseScreen(data)
      if (screen) resolve({ screen, port })
    })
    opener.postMessage(WINDOW_READY, location.origin)
  })
}

const display = (screen: WindowScreen): Promise<void> =>
  screen.kind === 'approval'
    ? showApproval(screen.summary, {}, { isWindow: true })
    : displayRecoveryCode(screen.code, {}, { isWindow: true })

const ask = (screen: WindowScreen): Promise<WindowAnswer> =>
  display(screen).then(
    () => 'confirmed',
    () => 'rejected',
  )

/** Script of the approval window: displays one request of the frame that has opened it, and sends the decision back. Has no access to the account. */
async function start(): Promise<void> {
  const query = new URLSearchParams(location.search)
  setLanguage(query.get('locale') ?? navigator.language)
  const accent = query.get('accent') ?? ''
  setTheme(query.get('mode') === 'dark' ? 'dark' : 'light', /^#[\da-f]{6}$/i.test(accent) ? accent : undefined)
  document.title = windowText('title')
  const request = await receiveRequest()
  if (request) request.port.postMessage(await ask(request.screen)) // the frame then closes the window
  show(el('p', { className: 'busy' }, windowText('idle')))
}

void start()
