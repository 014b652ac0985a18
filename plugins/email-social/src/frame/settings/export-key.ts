import { bytesToHex } from 'viem'
import { type ReadyLogin, readDeviceShare } from '../account.js'
import { button, el } from '../element.js'
import { FrameError, gateway } from '../gateway.js'
import { fromHex } from '../hex.js'
import { withKey } from '../key.js'
import type { FlowScreen } from './flow.js'
import { word } from './words.js'

/**
 * Shows the account's private key after a code that is mailed for this alone. The code is typed into the frame, and the key is drawn by the frame: the page
 * learns neither. Resolves when the screen is closed.
 */
export async function exportKey(login: ReadyLogin, screen: FlowScreen): Promise<void> {
  const request = await askToSend(login, screen)
  if (request === undefined) return
  const share = await askForCode(login, request, screen)
  if (share === undefined) return
  const key = await withKey([await readDeviceShare(login), share], login.address, (bytes) => bytes.slice())
  try {
    await showKey(key, screen)
  } finally {
    key.fill(0)
  }
}

const isEnded = (error: unknown): boolean => error instanceof FrameError && error.code === 'UNAUTHORIZED'
const messageOf = (error: unknown): string => (error instanceof FrameError ? error.message : word('failed'))

/** What the key is, and the button that mails the code. Resolves with the code's request; `undefined` where the visitor turned back. */
function askToSend({ session, account }: ReadyLogin, screen: FlowScreen): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const error = el('p', { className: 'error' })
    error.setAttribute('role', 'status')
    const send = button(word('export.send'), 'primary', async ({ detail }) => {
      if (detail > 1) return
      send.disabled = true
      error.replaceChildren()
      try {
        resolve((await gateway.requestExport(session)).request)
      } catch (failure) {
        if (isEnded(failure)) reject(failure)
        error.replaceChildren(messageOf(failure))
        send.disabled = false
      }
    })
    const hint = el('p', { className: 'hint' }, word('hidden'))
    screen.draw(
      [
        el(
          'section',
          {},
          el('h1', {}, word('export.title')),
          el('p', { className: 'warning' }, word('export.warning')),
          el('p', {}, word('export.text')),
          el('p', {}, word('export.mail'), ' ', el('bdi', {}, account.email ?? '')),
          error,
        ),
        el(
          'footer',
          {},
          hint,
          el(
            'div',
            { className: 'row' },
            button(word('cancel'), 'secondary', () => resolve(undefined)),
            send,
          ),
        ),
      ],
      { buttons: [send], hint },
    )
  })
}

/** The field for the code. Resolves with the gateway's share; `undefined` where the visitor turned back. */
function askForCode(
  { session, account }: ReadyLogin,
  request: string,
  screen: FlowScreen,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  return new Promise((resolve, reject) => {
    const field = el('input', { dir: 'ltr' })
    Object.assign(field, { inputMode: 'numeric', autocomplete: 'one-time-code', maxLength: 6 })
    const error = el('p', { className: 'error' })
    error.setAttribute('role', 'status')
    const submit = async (): Promise<void> => {
      if (next.disabled) return
      const code = field.value.trim()
      if (!/^\d{6}$/.test(code)) return error.replaceChildren(word('export.notACode'))
      next.disabled = true
      error.replaceChildren()
      try {
        resolve(fromHex((await gateway.exportShare(session, request, code)).share))
      } catch (failure) {
        if (isEnded(failure)) reject(failure)
        error.replaceChildren(messageOf(failure))
        next.disabled = false
        field.select()
      }
    }
    const next = button(word('continue'), 'primary', () => void submit())
    field.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' && event.isTrusted) void submit()
    })
    const hint = el('p', { className: 'hint' }, word('hidden'))
    screen.draw(
      [
        el(
          'section',
          {},
          el('h1', {}, word('export.title')),
          el('p', {}, word('export.sent'), ' ', el('bdi', {}, account.email ?? '')),
          el('label', { className: 'field' }, word('export.code'), field),
          error,
        ),
        el(
          'footer',
          {},
          hint,
          el(
            'div',
            { className: 'row' },
            button(word('cancel'), 'secondary', () => resolve(undefined)),
            next,
          ),
        ),
      ],
      { buttons: [next], hint },
    )
    field.focus()
  })
}

const DOTS = '•'.repeat(16)

/** The key behind dots. It is text only while it is shown or copied, and is hidden again where the page covers the frame. */
function showKey(key: Uint8Array, screen: FlowScreen): Promise<void> {
  return new Promise((resolve) => {
    const box = el('code', { className: 'recovery', dir: 'ltr' }, DOTS)
    const text = (): string => bytesToHex(key)
    const said = el('p', { className: 'hint' })
    said.setAttribute('role', 'status')
    const setShown = (isShown: boolean): void => {
      box.replaceChildren(isShown ? text() : DOTS)
      reveal.replaceChildren(word(isShown ? 'export.hide' : 'export.show'))
    }
    const reveal = button(word('export.show'), 'secondary', ({ detail }) => {
      if (detail <= 1) setShown(box.textContent === DOTS)
    })
    const copy = button(word('export.copy'), 'secondary', () => {
      navigator.clipboard.writeText(text()).then(
        () => said.replaceChildren(word('export.copied')),
        () => said.replaceChildren(word('export.notCopied')),
      )
    })
    const hint = el('p', { className: 'hint' }, word('hidden'))
    screen.onEnd(() => {
      box.replaceChildren()
      key.fill(0)
    })
    screen.draw(
      [
        el(
          'section',
          {},
          el('h1', {}, word('export.title')),
          el('p', { className: 'warning' }, word('export.warning')),
          box,
          el('div', { className: 'row' }, reveal, copy),
          said,
        ),
        el(
          'footer',
          {},
          hint,
          button(word('close'), 'primary', () => resolve()),
        ),
      ],
      { buttons: [reveal, copy], hint, changed: (isVisible) => isVisible || setShown(false) },
    )
  })
}
