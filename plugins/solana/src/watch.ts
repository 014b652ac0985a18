import { type Context, untracked, type WalletListener } from '@wallet-modal/kernel'
import { isAllowed } from './chains.js'
import type { ChosenNetwork } from './chosen-network.js'
import type { SolanaWallet, SolanaWalletChange } from './contract.js'
import { accountOf, parseAccounts, toAccounts } from './wallet.js'

interface WatchOptions {
  readonly ctx: Context
  readonly chosenNetwork: ChosenNetwork
  readonly wallet: SolanaWallet
  readonly listener: WalletListener
}

/** Observes a wallet's accounts, and keeps the connection on a network that the active account supports. */
export function watchWallet({ ctx, chosenNetwork, wallet, listener }: WatchOptions): () => void {
  const { state } = ctx.connections.adapter('solana')

  const move = (preferred: string | null): void => {
    const now = state.peek()
    if (now.status !== 'connected' || now.provider !== wallet) return
    const { chains } = accountOf(wallet, now.account.address)
    const next = preferred ?? now.caipNetworkId
    if (!isAllowed(chains, next)) listener.network(chosenNetwork.networkOf(chains))
    else if (next !== now.caipNetworkId) listener.network(chosenNetwork.networkOf(chains, next))
  }
  const onChange = ({ accounts }: SolanaWalletChange): void => {
    if (accounts !== undefined) listener.accounts(toAccounts(parseAccounts(accounts, 'standard:events')))
    move(null)
  }
  const guarded =
    <T extends unknown[]>(run: (...news: T) => void) =>
    (...news: T): void => {
      try {
        untracked(() => run(...news))
      } catch (error) {
        ctx.log.warn('the wallet sent an invalid event', error)
      }
    }
  const stopListening: unknown = wallet.features['standard:events']?.on('change', guarded(onChange))
  const stops: readonly unknown[] = [
    state.subscribe(guarded(() => move(null))), // another account of the wallet may support other networks
    chosenNetwork.watch(guarded(() => move(chosenNetwork.get()))),
    stopListening, // last, because it may throw
  ]
  return () => {
    for (const stop of stops) if (typeof stop === 'function') stop()
  }
}
