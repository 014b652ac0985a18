import { button, el } from '../element.js'
import type { Passkey } from '../gateway.js'
import { openWithPasskey } from '../key/passkey.js'
import { passkeyErrorText } from '../key/passkey-screens.js'
import { createRecoveryField } from '../key/recovery-field.js'
import { t } from '../strings.js'
import type { FlowScreen } from './flow.js'
import { settingsText } from './settings-strings.js'

/** Encrypted shares of the account's key, which the recovery code or a passkey decrypts. */
interface SealedShares {
  readonly address: string
  /** Share that is encrypted with the recovery code. */
  readonly recovery: Uint8Array<ArrayBuffer>
  readonly passkeys: readonly Passkey[]
}

/** Asks for the recovery code or a passkey. Resolves with the decrypted share; `undefined` if the visitor cancelled. */
export function askSecondFactor(
  screen: FlowScreen,
  { address, recovery, passkeys }: SealedShares,
): Promise<Uint8Array | undefined> {
  return new Promise((resolve) => {
    const code = createRecoveryField(recovery, address)
    const submitCode = async (): Promise<void> => {
      if (next.disabled) return
      const share = await code.open()
      if (share) resolve(share)
    }
    let isPrompting = false
    const submitPasskey = async (): Promise<void> => {
      if (isPrompting) return // browsers allow one prompt at a time: a second prompt fails, or cancels the first
      isPrompting = true
      code.error.replaceChildren()
      try {
        resolve(await openWithPasskey(passkeys, address))
      } catch (failure) {
        code.error.replaceChildren(passkeyErrorText(failure))
      }
      isPrompting = false
    }
    code.onEnter(() => void submitCode())
    const next = button(settingsText('continue'), 'primary', () => void submitCode())
    const byPasskey = button(t('passkey.use'), 'secondary', () => void submitPasskey())
    const cancel = button(settingsText('cancel'), 'secondary', () => resolve(undefined))
    const hint = el('p', { className: 'hint' }, settingsText('hidden'))
    screen.draw(
      [
        el(
          'section',
          {},
          el('h1', {}, settingsText('export.title')),
          el('p', {}, settingsText(passkeys.length > 0 ? 'export.confirm' : 'export.confirmByCode')),
          ...code.nodes,
        ),
        el(
          'footer',
          {},
          hint,
          ...(passkeys.length > 0 ? [byPasskey] : []),
          el('div', { className: 'row' }, cancel, next),
        ),
      ],
      { buttons: [next, byPasskey], hint },
    )
  })
}
