import { boolean, optional, strictObject } from 'valibot'

export const options = strictObject({
  /** List wallets that announce themselves (EIP-6963). */
  announced: optional(boolean()),
  /** Fall back on `window.ethereum` where no wallet announces itself. */
  injected: optional(boolean()),
})
