import { defineOptions, flag, type OptionsOfSchema } from '@wallet-modal/kernel'

export const options = defineOptions({
  /** List wallets that register by the Bitcoin Wallet Standard. Default: true. */
  walletStandard: flag,
  /** List the providers in `window.btc_providers` (sats-connect). Default: true. */
  satsConnect: flag,
  /** List `window.unisat` and wallets with the same interface. Default: true. */
  unisat: flag,
})

export type Bip122Options = OptionsOfSchema<typeof options>
