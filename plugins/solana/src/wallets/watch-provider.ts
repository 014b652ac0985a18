import { type Context, untracked, type WalletListener } from '@wallet-modal/kernel'
import { isAllowed } from '../chains.js'
import type { SolanaWallet, SolanaWalletChange } from '../contract.js'
import { accountOf, parseAccounts, toAccounts } from './accounts.js'
import type { ChosenNetwork } from './chosen-network.js'

interface WatchOptions {
  readonly ctx: Context
  readonly chosenNetwork: ChosenNetwork
  readonly wallet: SolanaWallet
  readonly listener: WalletListener
}

/**
 * Subscribes to a wallet's accounts, and switches to a supported network if the active account does not support the current network. Returns an
 * unsubscribe function.
 */
export function watchProvider({ ctx, chosenNetwork, wallet, listener }: WatchOptions): () => void {
  const { state } = ctx.connections.adapter('solana')

  const updateNetwork = (preferred: string | null): void => {
    const connection = state.peek()
    if (connection.status !== 'connected' || connection.provider !== wallet) return
    const { chains } = accountOf(wallet, connection.account.address)
    const next = preferred ?? connection.caipNetworkId
    if (!isAllowed(chains, next)) listener.network(chosenNetwork.networkOf(chains))
    else if (next !== connection.caipNetworkId) listener.network(chosenNetwork.networkOf(chains, next))
  }
  const onChange = ({ accounts }: SolanaWalletChange): void => {
    if (accounts !== undefined) listener.accounts(toAccounts(parseAccounts(accounts, 'standard:events')))
    updateNetwork(null)
  }
  const guarded =
    <T extends unknown[]>(run: (...values: T) => void) =>
    (...values: T): void => {
      try {
        untracked(() => run(...values))
      } catch (error) {
        ctx.log.warn("the wallet's accounts or network could not be read", error)
      }
    }
  const stopListening: unknown = wallet.features['standard:events']?.on('change', guarded(onChange))
  const unsubscribes: readonly unknown[] = [
    state.subscribe(guarded(() => updateNetwork(null))), // another account of the wallet may support other networks
    chosenNetwork.watch(guarded(() => updateNetwork(chosenNetwork.get()))),
    stopListening, // last, because this function of the wallet may throw
  ]
  return () => {
    for (const unsubscribe of unsubscribes) if (typeof unsubscribe === 'function') unsubscribe()
  }
}
