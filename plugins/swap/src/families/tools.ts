import { type Context, WalletModalError } from '@wallet-modal/kernel'
import { isAllowed } from '../calls.js'
import { swapContracts } from '../contract.js'
import type { PrepareOptions, SwapTools } from './family.js'

const unknownContract = (address: string): WalletModalError =>
  new WalletModalError('REFUSED', `The swap service uses an unknown contract: ${address}. Nothing was sent.`)

/** Returns a function that creates the tools for a quote. That function throws `NOT_CONNECTED` if the wallet cannot send transactions. */
export function createTools(ctx: Context): (options: Pick<PrepareOptions, 'quote' | 'signal'>) => SwapTools {
  const contracts = ctx.all(swapContracts)
  return ({ quote, signal }) => {
    const { transactions } = quote.context.connection.adapter
    if (!transactions)
      throw new WalletModalError('NOT_CONNECTED', 'This wallet cannot send transactions on this network.')
    return {
      transactions,
      assertKnown(address) {
        if (!isAllowed(contracts.peek(), quote.request.network.caipNetworkId, address)) throw unknownContract(address)
      },
      async withToast(reply, errorKey) {
        try {
          return await reply
        } catch (error) {
          if (!signal.aborted) ctx.toast.error(ctx.t(errorKey))
          throw error
        }
      },
    }
  }
}
