import { defineOptions, flag, type OptionsOfSchema } from '@wallet-modal/kernel'

export const options = defineOptions({
  /** Whether to list wallets that register with the Bitcoin Wallet Standard. Default: true. */
  walletStandard: flag,
  /** Whether to list the providers in `window.btc_providers` (sats-connect). Default: true. */
  satsConnect: flag,
  /** Whether to list `window.unisat`, and the Bitget, Binance and OKX wallets, which have the same interface. Default: true. */
  unisat: flag,
})

export type Bip122Options = OptionsOfSchema<typeof options>
