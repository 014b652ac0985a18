import { readAddress } from '../address.js'
import { type BitcoinChain, chainOf } from '../chains.js'
import type { BitcoinListener, BitcoinSession } from '../contract.js'
import { badAnswer } from '../errors.js'
import { arrangeAddresses } from './account.js'

/** A connector may be anybody's: its accounts are checked to be addresses, of the network it says it is on where that is known. */
export function checkSession({ accounts, caipNetworkId }: BitcoinSession): BitcoinSession {
  const chain: BitcoinChain | undefined = chainOf(caipNetworkId)
  const known = accounts.map((account) => {
    try {
      const address = readAddress(account.address)
      if (!chain || address.isOn(chain)) return { ...account, address: address.text }
    } catch (error) {
      throw Object.assign(badAnswer('connect', 'a list of Bitcoin addresses'), { cause: error })
    }
    throw badAnswer('connect', `a list of addresses of ${chain.name}`)
  })
  return { accounts: arrangeAddresses(known), caipNetworkId }
}

/** What a wallet says of where it is. It tells of accounts and network apart, so that for a moment they may not fit. */
export interface Told {
  /** The answer to a question: it holds whatever was told before. */
  keep(session: BitcoinSession): void
  /** Takes a part. Throws where all of it does not fit together: then nothing is passed on, until the other part has come. */
  hear(change: Partial<BitcoinSession>): void
}

export function createTold(listener: Pick<BitcoinListener, 'accounts' | 'network'>): Told {
  let told: BitcoinSession = { accounts: [], caipNetworkId: '' }
  let passedOn = told
  return {
    keep(session) {
      told = session
      passedOn = session
    },
    hear(change) {
      told = { ...told, ...change }
      const { accounts, caipNetworkId } = checkSession(told)
      if (change.accounts || told.accounts !== passedOn.accounts) listener.accounts(accounts)
      if (caipNetworkId !== passedOn.caipNetworkId) listener.network(caipNetworkId)
      passedOn = told
    },
  }
}
