import type { WalletConnection } from '@wallet-modal/kernel'
import { Mark, useValue } from '@wallet-modal/kernel/ui'
import type { ReactNode } from 'react'

/** Logo of a connected wallet. */
export function WalletMark({ connection }: { readonly connection: WalletConnection }): ReactNode {
  const { adapter, connectorId, connectorName } = connection
  const connectors = useValue(adapter.connectors)
  return <Mark name={connectorName} src={connectors.find(({ id }) => id === connectorId)?.icon} />
}
