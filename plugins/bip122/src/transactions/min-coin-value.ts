import type { WalletConnection } from '@wallet-modal/kernel'
import { isProvider } from '../wallets/parse-provider.js'

/**
 * Minimum value of the outputs that may be spent, in satoshis, if the wallet has a separate address for ordinals. A smaller output may carry an
 * inscription that is worth more than its bitcoins.
 */
export const MIN_WITH_ORDINALS_ADDRESS = 1_001n
/**
 * Minimum value of the outputs that may be spent, in satoshis, if the wallet has no separate address for ordinals. The wallet `ord` leaves up to
 * 20,000 satoshis in an output with an inscription or runes.
 */
export const MIN_WITHOUT_ORDINALS_ADDRESS = 20_001n

export type ConnectedWallet = Pick<WalletConnection, 'account' | 'provider'>

/**
 * Minimum value of the outputs that may be spent, in satoshis. Only the wallet knows which outputs carry inscriptions or runes, so this plugin
 * does not spend outputs with a smaller value.
 */
export async function minCoinValueOf({ account, provider }: ConnectedWallet): Promise<bigint> {
  if (!isProvider(provider)) return MIN_WITHOUT_ORDINALS_ADDRESS
  const ordinals = (await provider.getAccounts()).filter(({ type }) => type === 'ordinal')
  const isSeparate = ordinals.length > 0 && ordinals.every(({ address }) => address !== account.address)
  return isSeparate ? MIN_WITH_ORDINALS_ADDRESS : MIN_WITHOUT_ORDINALS_ADDRESS
}
