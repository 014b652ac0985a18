import type { Account } from '@wallet-modal/kernel'
import { toChecksum } from '../address.js'
import type { Eip1193Provider } from '../contract.js'

export const toAccounts = (addresses: readonly string[], provider: Eip1193Provider): readonly Account[] => {
  const { accountType } = provider
  // `accountType` is not part of EIP-1193, so a wallet may use this name for a property of its own
  const isDelegated = typeof accountType === 'function' && accountType() === 'smartAccount'
  return [...new Set(addresses.map(toChecksum))].map((address) =>
    isDelegated ? { address, type: 'smartAccount', isDelegated } : { address, type: 'eoa' },
  )
}
