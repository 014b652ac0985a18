import type { ViewProps } from '@wallet-modal/kernel'
import type { LinkedWallet } from '../contract.js'
import type { PairingModel } from '../pairing/model.js'

/** What the parts of a pairing are drawn from. */
export interface PartProps {
  readonly model: PairingModel
  readonly ctx: ViewProps['ctx']
  /** Absent where any wallet may read the code. */
  readonly wallet: LinkedWallet | undefined
}
