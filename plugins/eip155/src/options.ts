import { defineOptions, flag, type OptionsOfSchema } from '@wallet-modal/kernel'

export const options = defineOptions({
  /** List wallets that announce themselves (EIP-6963). Default: true. */
  announced: flag,
  /** Fall back on `window.ethereum` where no wallet announces itself. Default: true. */
  injected: flag,
})

export type Eip155Options = OptionsOfSchema<typeof options>
