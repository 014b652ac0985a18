import { defineOptions, flag, type OptionsOfSchema } from '@wallet-modal/kernel'

export const options = defineOptions({
  /** Whether to list wallets of the Wallet Standard that have the feature `bitcoin:connect`. Default: true. */
  walletStandard: flag,
  /** Whether to list the wallets in `window.btc_providers`, the registry of sats-connect. Default: true. */
  satsConnect: flag,
  /** Whether to list the wallets UniSat (`window.unisat`), Bitget, Binance and OKX. All of these have the interface of UniSat. Default: true. */
  unisat: flag,
})

export type Bip122Options = OptionsOfSchema<typeof options>
