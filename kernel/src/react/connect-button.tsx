import { type HTMLAttributes, type ReactNode, useEffect } from 'react'
import type { ConnectButtonAttributes, ElementProps } from '../elements/element-types.js'
import { defineElements } from '../elements/index.js'
import type { WalletModal } from '../modal/wallet-modal.js'

export interface ConnectButtonProps
  extends ElementProps<ConnectButtonAttributes>,
    Pick<HTMLAttributes<HTMLElement>, 'className' | 'id' | 'style'> {
  /** Use the same modal for all elements of a page: the elements belong to the modal that was passed last. */
  readonly modal: WalletModal
}

/**
 * Button that opens the modal, and shows the account while a wallet is connected: the element `<wallet-modal-button>` as a React component. Its
 * attributes are props, such as `charsStart` for `chars-start`. Registers the elements when it is mounted; a server renders the empty element.
 */
export function ConnectButton(props: ConnectButtonProps): ReactNode {
  const { modal, className, disabled, loadingLabel, charsStart, charsEnd, ...others } = props
  useEffect(() => defineElements(modal), [modal])
  return (
    <wallet-modal-button
      {...others}
      class={className}
      disabled={disabled === true || disabled === '' ? '' : undefined}
      loading-label={loadingLabel}
      chars-start={charsStart}
      chars-end={charsEnd}
    />
  )
}
