import type { ViewProps } from '@wallet-modal/kernel'
import type { LinkedWallet } from '../contract.js'
import type { PairingModel } from '../pairing/model.js'

/** Props of the parts of the pairing view. */
export interface PartProps {
  readonly model: PairingModel
  readonly ctx: ViewProps['ctx']
  /** Absent if any wallet may scan the code. */
  readonly wallet: LinkedWallet | undefined
}
