import { type ReadyLogin, readShares } from '../account/account.js'
import { button, clear, el, show } from '../element.js'
import { FrameError, gateway, type Passkey, refusal } from '../gateway.js'
import { toHex } from '../hex.js'
import { type Texts, t } from '../strings.js'
import { canMakePasskey, MAX_PASSKEYS, openWithPasskey, PasskeyError, sealUnderNewPasskey } from './passkey.js'
import { proveKey } from './proof.js'

export const passkeyErrorText = (error: unknown): string =>
  error instanceof FrameError ? error.message : t(error instanceof PasskeyError ? `passkey.${error.failure}` : 'failed')

/** The gateway refuses a further passkey too, but only after the device has created it. */
const accountIsFull = (): Promise<FrameError> =>
  refusal({ code: 'CONFLICT', message: 'The account has ten passkeys. Remove one.', reason: 'PASSKEYS_FULL' })

/** Creates a passkey for opening the account in other browsers. Rejects with `PasskeyError`, or with `CONFLICT` if the account has too many passkeys. */
export async function addPasskey(login: ReadyLogin): Promise<void> {
  const existing = await gateway.passkeys(login.session)
  if (existing.length >= MAX_PASSKEYS) throw await accountIsFull()
  const [share, server] = await readShares(login)
  server.fill(0)
  try {
    const { credentialId, sealed } = await sealUnderNewPasskey(login, share, existing)
    const sealedShare = toHex(sealed)
    const proof = await proveKey(login, 'add-passkey', [credentialId, sealedShare])
    await gateway.addPasskey(login.session, { credentialId, sealedShare, proof })
  } finally {
    share.fill(0)
  }
}

/**
 * Displays a screen whose main button opens a browser prompt. Resolves with the result of `ask`, or `undefined` if the visitor chose the other button.
 */
function promptScreen<T>(
  { title, text, main, other }: Record<'title' | 'text' | 'main' | 'other', keyof Texts>,
  ask: () => Promise<T>,
): Promise<T | undefined> {
  return new Promise((resolve) => {
    const error = el('p', { className: 'error' })
    error.setAttribute('role', 'status')
    const start = button(t(main), 'primary', async () => {
      start.disabled = true
      error.replaceChildren()
      try {
        resolve(await ask())
      } catch (failure) {
        error.replaceChildren(passkeyErrorText(failure))
      }
      start.disabled = false
    })
    const skip = button(t(other), 'secondary', () => resolve(undefined))
    show(el('section', {}, el('h1', {}, t(title)), el('p', {}, t(text)), error), el('footer', {}, start, skip))
  })
}

/** Offers a passkey if this device supports it. Resolves when it was added or declined. */
export async function offerPasskey(login: ReadyLogin): Promise<void> {
  if (!(await canMakePasskey())) return
  const words = { title: 'passkey.title', text: 'passkey.text', main: 'passkey.add', other: 'passkey.later' } as const
  await promptScreen(words, () => addPasskey(login))
  clear()
}

/** Key share decrypted with a passkey of the account; `undefined` if the visitor chooses the recovery code. */
export function askForPasskey(
  passkeys: readonly Passkey[],
  address: string,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const words = {
    title: 'recover.title',
    text: 'passkey.recover',
    main: 'passkey.use',
    other: 'passkey.useCode',
  } as const
  return promptScreen(words, () => openWithPasskey(passkeys, address))
}
