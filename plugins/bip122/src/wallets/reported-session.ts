import { readAddress } from '../address.js'
import { type BitcoinChain, chainOf } from '../chains.js'
import type { BitcoinListener, BitcoinSession } from '../contract.js'
import { badAnswer } from '../errors.js'
import { arrangeAddresses } from './account.js'

/** A connector may come from any plugin: its accounts are validated as addresses, and compared with its network if that is known. */
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

/** Accounts and network of a wallet. They are reported separately, so that they may be inconsistent for a moment. */
export interface ReportedSession {
  /** Reply to a query: replaces everything reported before. */
  keep(session: BitcoinSession): void
  /** Applies a partial report. Throws if accounts and network are inconsistent: then nothing is reported until the other part arrives. */
  hear(change: Partial<BitcoinSession>): void
}

export function createReportedSession(listener: Pick<BitcoinListener, 'accounts' | 'network'>): ReportedSession {
  let reported: BitcoinSession = { accounts: [], caipNetworkId: '' }
  let delivered = reported
  return {
    keep(session) {
      reported = session
      delivered = session
    },
    hear(change) {
      reported = { ...reported, ...change }
      const { accounts, caipNetworkId } = checkSession(reported)
      if (change.accounts || reported.accounts !== delivered.accounts) listener.accounts(accounts)
      if (caipNetworkId !== delivered.caipNetworkId) listener.network(caipNetworkId)
      delivered = reported
    },
  }
}
