import type { ConnectParams, ViewProps } from '@wallet-modal/kernel'
import type { LinkedWallet } from '../contract.js'
import type { PairingModel } from '../pairing/model.js'

/** Props of the pairing view's components. */
export interface PairingProps {
  readonly model: PairingModel
  readonly ctx: ViewProps['ctx']
  /** Absent if any wallet may scan the code. */
  readonly wallet: LinkedWallet | undefined
  /** Requested namespace and network. */
  readonly request?: ConnectParams | undefined
}
