import type { DefineComponent } from 'vue'
import type {
  AccountButtonAttributes,
  ConnectButtonAttributes,
  ElementProps,
  NetworkButtonAttributes,
  WalletButtonAttributes,
} from '../elements/element-types.js'

/** Types of the custom elements for Vue templates. */
export interface WalletModalElements {
  readonly 'wallet-modal-button': DefineComponent<ElementProps<ConnectButtonAttributes>>
  readonly 'wallet-modal-account-button': DefineComponent<ElementProps<AccountButtonAttributes>>
  readonly 'wallet-modal-network-button': DefineComponent<ElementProps<NetworkButtonAttributes>>
  readonly 'wallet-modal-wallet-button': DefineComponent<ElementProps<WalletButtonAttributes>>
}

declare module 'vue' {
  interface GlobalComponents extends WalletModalElements {}
}
