import { invalidReply } from '@wallet-modal/kernel/assets'
import { readAddress } from '../address.js'
import { type BitcoinChain, chainOf } from '../chains.js'
import type { BitcoinListener, BitcoinSession } from '../contract.js'
import { arrangeAddresses } from './accounts.js'

/**
 * Validates a session from a connector. The accounts must be addresses of the session's network; for an unknown network, addresses of any Bitcoin
 * network. Throws `INVALID_DATA`.
 */
export function checkSession({ accounts, caipNetworkId }: BitcoinSession): BitcoinSession {
  const chain: BitcoinChain | undefined = chainOf(caipNetworkId)
  const parsedAccounts = accounts.map((account) => {
    try {
      const address = readAddress(account.address)
      if (!chain || address.isOn(chain)) return { ...account, address: address.text }
    } catch (error) {
      throw Object.assign(invalidReply('connect', 'a list of Bitcoin addresses'), { cause: error })
    }
    throw invalidReply('connect', `a list of addresses of ${chain.name}`)
  })
  return { accounts: arrangeAddresses(parsedAccounts), caipNetworkId }
}

/** Accounts and network of a wallet. The wallet reports them separately, so they may not match for a moment. */
export interface ReportedSession {
  /** Sets accounts and network after a connection request. Does not notify the listener. */
  replace(session: BitcoinSession): void
  /** Applies a reported change. Notifies the listener if accounts and network match, else throws. */
  update(change: Partial<BitcoinSession>): void
}

export function createReportedSession(listener: Pick<BitcoinListener, 'accounts' | 'network'>): ReportedSession {
  let reportedSession: BitcoinSession = { accounts: [], caipNetworkId: '' }
  let deliveredSession = reportedSession
  return {
    replace(session) {
      reportedSession = session
      deliveredSession = session
    },
    update(change) {
      reportedSession = { ...reportedSession, ...change }
      const { accounts, caipNetworkId } = checkSession(reportedSession)
      if (change.accounts || reportedSession.accounts !== deliveredSession.accounts) listener.accounts(accounts)
      if (caipNetworkId !== deliveredSession.caipNetworkId) listener.network(caipNetworkId)
      deliveredSession = reportedSession
    },
  }
}
