import { defineOptions, flag, type OptionsOfSchema } from '@wallet-modal/kernel'

export const options = defineOptions({
  /** Whether the plugin lists wallets that announce themselves (EIP-6963). Default: true. */
  announced: flag,
  /** Whether the plugin lists the wallet in `window.ethereum` while it lists no wallet that announces itself. Default: true. */
  injected: flag,
})

export type Eip155Options = OptionsOfSchema<typeof options>
