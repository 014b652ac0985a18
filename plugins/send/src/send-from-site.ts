import { type Context, type ReadonlySignal, WalletModalError } from '@wallet-modal/kernel'
import { type SendParams, type SendResult, WalletSend } from './contract.js'
import { parsePreset } from './form/preset.js'

/** See `SendApi.send`. `pending`: result of the request that is pending in the wallet. */
export async function sendFromSite(
  ctx: Pick<Context, 'connections' | 'networks' | 'router'>,
  pending: ReadonlySignal<Promise<SendResult | undefined> | null>,
  params: SendParams,
): Promise<SendResult | { readonly status: 'cancelled' }> {
  if (!ctx.connections.active.peek())
    throw new WalletModalError('NOT_CONNECTED', 'No wallet is connected. Connect one before you send.')
  parsePreset(params, ctx.networks.peek())
  const before = pending.peek()
  const result = await ctx.router.reset(WalletSend, params)
  if (result) return result
  // closing the modal does not cancel a request that was submitted to the wallet during this call: return its outcome
  const submission = pending.peek()
  return (submission === before ? undefined : await submission) ?? { status: 'cancelled' }
}
