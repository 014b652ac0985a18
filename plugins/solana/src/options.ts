import { defineOptions, flag, type OptionsOfSchema } from '@wallet-modal/kernel'

export const options = defineOptions({
  /** Whether the plugin lists wallets that register themselves (Wallet Standard). Default: true. */
  announced: flag,
})

export type SolanaOptions = OptionsOfSchema<typeof options>
