import type { Context, WalletListener } from '@wallet-modal/kernel'
import type { Eip1193Provider } from '../contract.js'
import { parseAddresses, parseChain, readAddresses } from '../provider.js'
import { toAccounts } from './accounts.js'

/** Time limit for `eth_accounts` after the event `disconnect`, in milliseconds. */
export const ACCOUNTS_MS = 10_000

/** Subscribes to the events of EIP-1193. Returns an unsubscribe function. */
export function watchProvider(ctx: Context, provider: Eip1193Provider, listener: WalletListener): () => void {
  const onAccounts = (answer: unknown): void =>
    listener.accounts(toAccounts(parseAddresses(answer, 'accountsChanged'), provider))
  const onChain = (answer: unknown): void => listener.network(parseChain(answer))
  // "disconnect" may mean that the wallet lost its nodes for a while: the connection ends only if the wallet returns no account, an error or nothing
  const onDisconnect = (): void => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(reject, ACCOUNTS_MS)
    })
    const answer = Promise.race([readAddresses(provider, 'eth_accounts'), late])
    answer
      .finally(() => clearTimeout(timer))
      .then(
        (addresses) => {
          if (addresses.length === 0) listener.disconnected()
        },
        () => listener.disconnected(),
      )
  }
  const guarded = (run: (answer: unknown) => void) => (answer: unknown) => {
    try {
      run(answer)
    } catch (error) {
      ctx.log.warn('the wallet sent an invalid event', error)
    }
  }
  const events = {
    accountsChanged: guarded(onAccounts),
    chainChanged: guarded(onChain),
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
    for (const [event, run] of Object.entries(events)) provider.removeListener?.(event, run)
  }
}
