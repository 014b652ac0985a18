import type { ReactNode } from 'react'
import { groupAddress, shortenAddress } from '../../domain/account.js'
import { useDeferredStyles } from '../styles/deferred-styles.js'

export interface AddressProps {
  readonly children: string
  /** Displays only the first and last characters, for narrow spaces. Never use it for confirmation. */
  readonly short?: boolean
}

/** Address in groups of four characters, for comparison. Copied text has no spaces. */
export function Address({ children, short = false }: AddressProps): ReactNode {
  useDeferredStyles()
  if (short) {
    return (
      <bdi dir="ltr" className="wm-address-short" title={children}>
        {shortenAddress(children)}
      </bdi>
    )
  }
  return (
    <bdi dir="ltr" className="wm-address">
      {groupAddress(children).map((group, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: groups never move
        <span key={at}>{group}</span>
      ))}
    </bdi>
  )
}
