import { bytesToHex } from 'viem'
import { type ReadyLogin, readDeviceShare } from '../account/account.js'
import { deviceSecret } from '../account/device.js'
import { button, el } from '../element.js'
import { gateway } from '../gateway.js'
import { fromHex } from '../hex.js'
import { withKey } from '../key/key.js'
import { askForCode, isEnded, refusalText } from './code-screen.js'
import type { FlowScreen } from './flow.js'
import { settingsText } from './settings-strings.js'

/**
 * Displays the account's private key after the visitor enters a code mailed for this purpose. Code and key stay inside the frame: the page sees
 * neither. Resolves when the screen is closed.
 */
export async function exportKey(login: ReadyLogin, screen: FlowScreen): Promise<void> {
  const device = await deviceSecret()
  const request = await askToSend(login, device, screen)
  if (request === undefined) return
  const { session, account } = login
  const share = await askForCode(screen, {
    title: settingsText('export.title'),
    email: account.email ?? '',
    send: async (code) => fromHex((await gateway.exportShare(session, { request, code, device })).share),
  })
  if (share === undefined) return
  const key = await withKey([await readDeviceShare(login), share], login.address, (bytes) => bytes.slice())
  try {
    await showKey(key, screen)
  } finally {
    key.fill(0)
  }
}

/** Explanation with the button that sends the code. Resolves with the code request; `undefined` if the visitor cancelled. */
function askToSend({ session, account }: ReadyLogin, device: string, screen: FlowScreen): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const error = el('p', { className: 'error' })
    error.setAttribute('role', 'status')
    const send = button(settingsText('export.send'), 'primary', async ({ detail }) => {
      if (detail > 1) return
      send.disabled = true
      error.replaceChildren()
      try {
        resolve((await gateway.requestExport(session, device)).request)
      } catch (failure) {
        if (isEnded(failure)) reject(failure)
        error.replaceChildren(refusalText(failure))
        send.disabled = false
      }
    })
    const hint = el('p', { className: 'hint' }, settingsText('hidden'))
    screen.draw(
      [
        el(
          'section',
          {},
          el('h1', {}, settingsText('export.title')),
          el('p', { className: 'warning' }, settingsText('export.warning')),
          el('p', {}, settingsText('export.text')),
          ...(account.solana ? [el('p', {}, settingsText('export.solana'))] : []),
          el('p', {}, settingsText('export.mail'), ' ', el('bdi', {}, account.email ?? '')),
          error,
        ),
        el(
          'footer',
          {},
          hint,
          el(
            'div',
            { className: 'row' },
            button(settingsText('cancel'), 'secondary', () => resolve(undefined)),
            send,
          ),
        ),
      ],
      { buttons: [send], hint },
    )
  })
}

const DOTS = '•'.repeat(16)

/** Masked key. Its text is in the document only while shown or copied; it is masked again when the page covers the frame. */
function showKey(key: Uint8Array, screen: FlowScreen): Promise<void> {
  return new Promise((resolve) => {
    const box = el('code', { className: 'recovery', dir: 'ltr' }, DOTS)
    const text = (): string => bytesToHex(key)
    const said = el('p', { className: 'hint' })
    said.setAttribute('role', 'status')
    const setShown = (isShown: boolean): void => {
      box.replaceChildren(isShown ? text() : DOTS)
      reveal.replaceChildren(settingsText(isShown ? 'export.hide' : 'export.show'))
    }
    const reveal = button(settingsText('export.show'), 'secondary', ({ detail }) => {
      if (detail <= 1) setShown(box.textContent === DOTS)
    })
    const copy = button(settingsText('export.copy'), 'secondary', () => {
      navigator.clipboard.writeText(text()).then(
        () => said.replaceChildren(settingsText('export.copied')),
        () => said.replaceChildren(settingsText('export.notCopied')),
      )
    })
    const hint = el('p', { className: 'hint' }, settingsText('hidden'))
    screen.onEnd(() => {
      box.replaceChildren()
      key.fill(0)
    })
    screen.draw(
      [
        el(
          'section',
          {},
          el('h1', {}, settingsText('export.title')),
          el('p', { className: 'warning' }, settingsText('export.warning')),
          box,
          el('div', { className: 'row' }, reveal, copy),
          said,
        ),
        el(
          'footer',
          {},
          hint,
          button(settingsText('close'), 'primary', () => resolve()),
        ),
      ],
      { buttons: [reveal, copy], hint, changed: (isVisible) => isVisible || setShown(false) },
    )
  })
}
