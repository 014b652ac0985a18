import { WalletModalError } from '../errors/errors.js'
import type { WalletModal } from '../modal/wallet-modal.js'
import { type Signal, signal } from '../signals.js'
import { accountButton } from './account-button.js'
import { createElementClass, type ElementKind } from './base.js'
import { networkButton } from './network-button.js'
import { openButton } from './open-button.js'
import { walletButton } from './wallet-button.js'

export type {
  AccountButtonAttributes,
  ConnectButtonAttributes,
  ElementProps,
  NetworkButtonAttributes,
  WalletButtonAttributes,
} from './element-types.js'

const kinds: Readonly<Record<string, ElementKind>> = {
  'wallet-modal-button': openButton,
  'wallet-modal-account-button': accountButton,
  'wallet-modal-network-button': networkButton,
  'wallet-modal-wallet-button': walletButton,
}

const hasModal = (elementClass: object): elementClass is { modal: Signal<WalletModal> } => 'modal' in elementClass

/**
 * Registers `<wallet-modal-button>`, `<wallet-modal-account-button>`, `<wallet-modal-network-button>` and `<wallet-modal-wallet-button>` for a modal.
 * After a later call, existing and future elements use the modal of this call. Does not replace an element that other code has registered. Has no
 * effect on a server. Throws `INVALID_ARGUMENT` if `modal` has no `open` method.
 */
export function defineElements(modal: WalletModal): void {
  if (typeof modal?.open !== 'function')
    throw new WalletModalError(
      'INVALID_ARGUMENT',
      'defineElements() takes the modal that createWalletModal() returned.',
    )
  if (typeof customElements === 'undefined') return
  const shared = signal(modal)
  for (const [name, kind] of Object.entries(kinds)) {
    const existing = customElements.get(name)
    if (!existing) customElements.define(name, createElementClass(shared, kind))
    else if (hasModal(existing)) existing.modal.value = modal
  }
}
