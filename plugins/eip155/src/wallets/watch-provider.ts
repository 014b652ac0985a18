import type { Context, WalletListener } from '@wallet-modal/kernel'
import type { Eip1193Provider } from '../contract.js'
import { toAccounts } from './accounts.js'
import { parseAddresses, parseChain, readAddresses } from './provider.js'

/** Time limit for `eth_accounts` after the event `disconnect`, in milliseconds. */
export const ACCOUNTS_MS = 10_000

/** Subscribes to the events of EIP-1193. Returns an unsubscribe function. */
export function watchProvider(ctx: Context, provider: Eip1193Provider, listener: WalletListener): () => void {
  const onAccounts = (answer: unknown): void =>
    listener.accounts(toAccounts(parseAddresses(answer, 'accountsChanged'), provider))
  const onChain = (answer: unknown): void => listener.network(parseChain(answer))
  // Wallets also emit `disconnect` when they temporarily lose their RPC node. So this listener requests the accounts, and ends the connection only
  // if the reply is empty or an error, or does not arrive within the time limit.
  let timer: ReturnType<typeof setTimeout> | undefined
  const stopTimer = (): void => clearTimeout(timer)
  const onDisconnect = (): void => {
    stopTimer()
    timer = setTimeout(() => listener.disconnected(), ACCOUNTS_MS)
    readAddresses(provider, 'eth_accounts')
      .finally(stopTimer)
      .then(
        (addresses) => {
          if (addresses.length === 0) listener.disconnected()
        },
        () => listener.disconnected(),
      )
  }
  /** Listener of an event other than `disconnect`. Such an event shows that the wallet works, so it stops the time limit. */
  const alive = (run: (answer: unknown) => void) => (answer: unknown) => {
    stopTimer()
    run(answer)
  }
  const guarded = (run: (answer: unknown) => void) => (answer: unknown) => {
    try {
      run(answer)
    } catch (error) {
      ctx.log.warn('the wallet sent an invalid event', error)
    }
  }
  const events = {
    connect: stopTimer,
    accountsChanged: guarded(alive(onAccounts)),
    chainChanged: guarded(alive(onChain)),
    disconnect: guarded(onDisconnect),
  }
  for (const [event, run] of Object.entries(events)) {
    try {
      provider.on?.(event, run)
    } catch (error) {
      ctx.log.warn('cannot subscribe to the events of the wallet', error)
    }
  }
  return () => {
    stopTimer()
    for (const [event, run] of Object.entries(events)) provider.removeListener?.(event, run)
  }
}
