import { bytesToHex } from '@noble/hashes/utils.js'
import { type LoginWithKey, readShares } from '../account/account.js'
import { button, clear, el, show } from '../element.js'
import { FrameError, gateway, type Passkey, refusal } from '../gateway.js'
import { type Texts, t } from '../strings.js'
import { canMakePasskey, MAX_PASSKEYS, openWithPasskey, PasskeyError, sealUnderNewPasskey } from './passkey.js'
import { proveKey } from './proof.js'

export const passkeyErrorText = (error: unknown): string =>
  error instanceof FrameError ? error.message : t(error instanceof PasskeyError ? `passkey.${error.failure}` : 'failed')

/** Error if the account has too many passkeys. The frame checks this first: the gateway refuses only after the device has created a passkey. */
const tooManyPasskeys = (): Promise<FrameError> =>
  refusal({ code: 'CONFLICT', message: 'The account has ten passkeys. Remove one.', reason: 'PASSKEYS_FULL' })

/**
 * Creates a passkey with which the visitor can recover the key in other browsers. Rejects with {@link PasskeyError}, or with `CONFLICT` if the
 * account has the maximum number of passkeys.
 */
export async function addPasskey(login: LoginWithKey): Promise<void> {
  const existing = await gateway.passkeys(login.session)
  if (existing.length >= MAX_PASSKEYS) throw await tooManyPasskeys()
  const [share, server] = await readShares(login)
  server.fill(0)
  try {
    const { credentialId, sealed } = await sealUnderNewPasskey(login, share, existing)
    const sealedShare = bytesToHex(sealed)
    const proof = await proveKey(login, 'add-passkey', [credentialId, sealedShare])
    await gateway.addPasskey(login.session, { credentialId, sealedShare, proof })
  } finally {
    share.fill(0)
  }
}

/**
 * Displays a screen whose main button calls `ask`, which opens a browser prompt. Resolves with the result of `ask`; `undefined` if the visitor chose
 * the other button. Displays errors of `ask`, and the visitor can try again.
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

/** Offers to add a passkey if this device can create passkeys. Resolves when the visitor has added one or declined. */
export async function offerPasskey(login: LoginWithKey): Promise<void> {
  if (!(await canMakePasskey())) return
  const words = { title: 'passkey.title', text: 'passkey.text', main: 'passkey.add', other: 'passkey.later' } as const
  await promptScreen(words, () => addPasskey(login))
  clear()
}

/** Asks for a passkey of the account. Resolves with the key share that it decrypts; `undefined` if the visitor chooses the recovery code. */
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
