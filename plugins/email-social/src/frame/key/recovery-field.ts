import { el } from '../element.js'
import { t } from '../strings.js'
import { openShare, readRecoveryCode } from './recovery.js'

/** Field for the recovery code, with an error text below. */
export interface RecoveryField {
  readonly nodes: readonly HTMLElement[]
  readonly error: HTMLElement
  /** Calls `run` when the visitor presses Enter in the field. */
  onEnter(run: () => void): void
  /** Decrypts the share with the entered code. Displays the error and resolves with `undefined` if the code is wrong. */
  open(): Promise<Uint8Array<ArrayBuffer> | undefined>
}

/** `sealed`: recovery share, encrypted with the code. `address`: EVM address of the account's key. */
export function createRecoveryField(sealed: Uint8Array<ArrayBuffer>, address: string): RecoveryField {
  const field = el('input', { dir: 'ltr' })
  field.autocomplete = 'off'
  field.spellcheck = false
  const error = el('p', { className: 'error' })
  error.setAttribute('role', 'status')
  return {
    nodes: [el('label', { className: 'field' }, t('recover.label'), field), error],
    error,
    onEnter(run) {
      field.addEventListener('keydown', (event) => {
        if (event.key === 'Enter' && event.isTrusted) run()
      })
    },
    async open() {
      const code = readRecoveryCode(field.value)
      const share = code === undefined ? undefined : await openShare(sealed, code, address)
      if (!share) error.replaceChildren(t(code === undefined ? 'recover.notACode' : 'recover.wrong'))
      return share
    },
  }
}
