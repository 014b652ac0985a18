import { defineOptions, flag, type OptionsOfSchema } from '@wallet-modal/kernel'

export const options = defineOptions({
  /** Whether to list wallets that announce themselves (EIP-6963). Default: true. */
  announced: flag,
  /** Whether to fall back to `window.ethereum` if no wallet announces itself. Default: true. */
  injected: flag,
})

export type Eip155Options = OptionsOfSchema<typeof options>
