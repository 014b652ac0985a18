import { hexToBytes } from '@noble/hashes/utils.js'
import { bytesToHex } from 'viem'
import { type LoginWithKey, readDeviceShare } from '../account/account.js'
import { deviceSecret } from '../account/device.js'
import { button, el } from '../element.js'
import { type FrameAccount, gateway } from '../gateway.js'
import { withKey } from '../key/key.js'
import { supportsPasskeys } from '../key/passkey.js'
import { askForCode, isEnded, refusalText } from './code-screen.js'
import type { FlowScreen } from './flow.js'
import { createRequestGuard } from './guarded-screen.js'
import { askSecondFactor } from './second-factor.js'
import { settingsText } from './settings-strings.js'

/**
 * Displays the account's private EVM key after the visitor has entered a code that is mailed for this purpose. Visitors whose account has no email
 * address confirm with a passkey or the recovery code. The codes and the key stay inside the frame: the page cannot read them. Resolves when the
 * screen is closed.
 */
export async function exportKey(login: LoginWithKey, screen: FlowScreen): Promise<void> {
  const shares = await (login.account.email === undefined
    ? confirmBySecondFactor(login, screen)
    : confirmByMail(login, login.account.email, screen))
  if (shares === undefined) return
  const key = await withKey(shares, login.address, (bytes) => bytes.slice())
  try {
    await showKey(key, screen)
  } finally {
    key.fill(0)
  }
}

type Shares = readonly [Uint8Array, Uint8Array]

/** Resolves with the device share, and the gateway share, which the gateway returns for the mailed code. `undefined` if the visitor cancelled. */
async function confirmByMail(login: LoginWithKey, email: string, screen: FlowScreen): Promise<Shares | undefined> {
  const { session, account } = login
  const device = await deviceSecret()
  const sent = await showIntroduction(screen, {
    account,
    explanation: [el('p', {}, settingsText('export.mail'), ' ', el('bdi', {}, email))],
    label: settingsText('export.send'),
    act: () => gateway.requestExport(session, device),
  })
  if (sent === undefined) return undefined
  const { request } = sent
  const share = await askForCode(screen, {
    title: settingsText('export.title'),
    email,
    send: async (code) => hexToBytes((await gateway.exportShare(session, { request, code, device })).share),
  })
  return share && [await readDeviceShare(login), share]
}

/** Resolves with a share that a passkey or the recovery code decrypts, and the gateway share. `undefined` if the visitor cancelled. */
async function confirmBySecondFactor(login: LoginWithKey, screen: FlowScreen): Promise<Shares | undefined> {
  const { session, account, address } = login
  const stored = await showIntroduction(screen, {
    account,
    explanation: [],
    label: settingsText('continue'),
    act: () => Promise.all([gateway.readKey(session), supportsPasskeys() ? gateway.passkeys(session) : []]),
  })
  if (stored === undefined) return undefined
  const [{ share, recovery }, passkeys] = stored
  const decryptedShare = await askSecondFactor(screen, { address, recovery: hexToBytes(recovery), passkeys })
  return decryptedShare && [decryptedShare, hexToBytes(share)]
}

interface Introduction<T> {
  readonly account: FrameAccount
  /** Explains the next step. */
  readonly explanation: readonly Node[]
  readonly label: string
  /** Action of the main button. The screen displays its errors, and the visitor can try again. */
  act(): Promise<T>
}

/** Displays a warning and the main button. Resolves with the result of the button's action; `undefined` if the visitor cancelled. */
function showIntroduction<T>(
  screen: FlowScreen,
  { account, explanation, label, act }: Introduction<T>,
): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const error = el('p', { className: 'error' })
    error.setAttribute('role', 'status')
    const guard = createRequestGuard(() => main)
    const main = button(label, 'primary', async ({ detail }) => {
      if (detail > 1) return // second click of a double click
      guard.setRunning(true)
      error.replaceChildren()
      try {
        resolve(await act())
      } catch (failure) {
        if (isEnded(failure)) reject(failure)
        error.replaceChildren(refusalText(failure))
        guard.setRunning(false)
      }
    })
    const cancel = button(settingsText('cancel'), 'secondary', () => resolve(undefined))
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
          ...explanation,
          error,
        ),
        el('footer', {}, hint, el('div', { className: 'row' }, cancel, main)),
      ],
      { buttons: [main], hint, onChange: guard.onChange },
    )
  })
}

const DOTS = '•'.repeat(16)

/**
 * Displays the key, masked at first. The document contains the key only while the key is revealed. Masks the key when the page covers the frame.
 * Resolves when the visitor closes the screen, or leaves the page: the browser may keep the page, with the key, in its back/forward cache.
 */
function showKey(key: Uint8Array, screen: FlowScreen): Promise<void> {
  return new Promise((resolve) => {
    const box = el('code', { className: 'recovery', dir: 'ltr' }, DOTS)
    const text = (): string => bytesToHex(key)
    const status = el('p', { className: 'hint' })
    status.setAttribute('role', 'status')
    const setShown = (isShown: boolean): void => {
      box.replaceChildren(isShown ? text() : DOTS)
      reveal.replaceChildren(settingsText(isShown ? 'export.hide' : 'export.show'))
    }
    const reveal = button(settingsText('export.show'), 'secondary', ({ detail }) => {
      if (detail <= 1) setShown(box.textContent === DOTS)
    })
    const copy = button(settingsText('export.copy'), 'secondary', () => {
      navigator.clipboard.writeText(text()).then(
        () => status.replaceChildren(settingsText('export.copied')),
        () => status.replaceChildren(settingsText('export.notCopied')),
      )
    })
    const hint = el('p', { className: 'hint' }, settingsText('hidden'))
    const leave = (): void => {
      box.replaceChildren()
      resolve()
    }
    addEventListener('pagehide', leave)
    screen.onEnd(() => {
      removeEventListener('pagehide', leave)
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
          status,
        ),
        el(
          'footer',
          {},
          hint,
          button(settingsText('close'), 'primary', () => resolve()),
        ),
      ],
      { buttons: [reveal, copy], hint, onChange: (isVisible) => isVisible || setShown(false) },
    )
  })
}
