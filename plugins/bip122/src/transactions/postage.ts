import type { ActiveConnection } from '@wallet-modal/kernel'
import { isProvider } from './wallet.js'

/** Smaller coins usually carry an inscription that is worth more than they are. */
export const SMALLEST_APART = 1_001n
/** `ord` puts 10,000 satoshis under an inscription or runes, and strips what is more than 20,000. */
export const SMALLEST_TOGETHER = 20_001n

export type ConnectedWallet = Pick<ActiveConnection, 'account' | 'provider'>

/**
 * The value of the smallest coin that is spent, in satoshis. Only the wallet knows which coins carry an inscription or runes, so coins are
 * told apart by value where the wallet names no other address for ordinals, or uses this one for them too.
 */
export async function smallestCoin({ account, provider }: ConnectedWallet): Promise<bigint> {
  if (!isProvider(provider)) return SMALLEST_TOGETHER
  const ordinals = (await provider.getAccounts()).filter(({ type }) => type === 'ordinal')
  const isApart = ordinals.length > 0 && ordinals.every(({ address }) => address !== account.address)
  return isApart ? SMALLEST_APART : SMALLEST_TOGETHER
}
