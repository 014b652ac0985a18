import type { DetailedHTMLProps, HTMLAttributes } from 'react'

/** Attributes of each element. */
interface ElementAttributes {
  /** CAIP-2 namespace whose wallet the element shows. Default: the namespace of the active wallet. */
  readonly namespace?: string | undefined
  /** In React 18, pass `undefined` instead of `false`: React 18 writes `disabled="false"`, which disables the element. */
  readonly disabled?: boolean | '' | undefined
}

/** Attributes of `<wallet-modal-account-button>`. */
export interface AccountButtonAttributes extends ElementAttributes {
  /** `hide` omits the native balance. */
  readonly balance?: 'hide' | undefined
  /** Number of characters shown at the start of the address, 0 to 64. Default: 6. */
  readonly 'chars-start'?: number | `${number}` | undefined
  /** Number of characters shown at the end of the address, 0 to 64. Default: 4. */
  readonly 'chars-end'?: number | `${number}` | undefined
}

/** Attributes of `<wallet-modal-button>`. */
export interface ConnectButtonAttributes extends AccountButtonAttributes {
  /** Text while no wallet is connected. Default: "Connect wallet" in the modal's language. */
  readonly label?: string | undefined
  /** Text while a wallet connects. Default: "Connecting…" in the modal's language. */
  readonly 'loading-label'?: string | undefined
}

/** Attributes of `<wallet-modal-network-button>`. */
export interface NetworkButtonAttributes extends ElementAttributes {
  /** Text while no wallet is connected. Default: "Select network" in the modal's language. */
  readonly label?: string | undefined
}

/** Attributes of `<wallet-modal-wallet-button>`. */
export interface WalletButtonAttributes extends AccountButtonAttributes {
  /** CAIP-2 namespace in which a click connects the wallet. Default: the first namespace that the wallet and the site support. */
  readonly namespace?: string | undefined
  /** Rdns of the wallet, or id of its connector. */
  readonly wallet: string
  /** Text while the wallet is not connected. Default: the wallet's name. */
  readonly label?: string | undefined
}

type PropName<Attribute> = Attribute extends `${infer First}-${infer Second}`
  ? `${First}${Capitalize<Second>}`
  : Attribute

/** Attributes with the names of component props: `charsStart` for `chars-start`. */
export type ElementProps<Attributes> = {
  readonly [Attribute in keyof Attributes as PropName<Attribute>]: Attributes[Attribute]
}

/** React 18 passes `className` to a custom element as the attribute `classname`: use `class`. */
type CustomElement<Attributes> = DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement> &
  Attributes & { readonly class?: string | undefined }

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'wallet-modal-button': CustomElement<ConnectButtonAttributes>
      'wallet-modal-account-button': CustomElement<AccountButtonAttributes>
      'wallet-modal-network-button': CustomElement<NetworkButtonAttributes>
      'wallet-modal-wallet-button': CustomElement<WalletButtonAttributes>
    }
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'wallet-modal-button': HTMLElement
    'wallet-modal-account-button': HTMLElement
    'wallet-modal-network-button': HTMLElement
    'wallet-modal-wallet-button': HTMLElement
  }
}
