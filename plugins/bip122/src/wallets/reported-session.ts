import { invalidReply } from '@wallet-modal/kernel/assets'
import { readAddress } from '../address.js'
import { type BitcoinChain, chainOf } from '../chains.js'
import type { BitcoinListener, BitcoinSession } from '../contract.js'
import { arrangeAddresses } from './accounts.js'

/**
 * Validates the session of a connector from any plugin: the accounts must be addresses of the session's network, or of any Bitcoin network if the
 * session's network is unknown. Throws `INVALID_DATA`.
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
  /** Applies a reported change and notifies the listener. Throws while accounts and network do not match; the listener is then not notified. */
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
