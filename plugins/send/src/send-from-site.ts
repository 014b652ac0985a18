import { type Context, type ReadonlySignal, WalletModalError } from '@wallet-modal/kernel'
import { type SendParams, type SendResult, WalletSend } from './contract.js'
import { parsePreset } from './form/preset.js'

/** Sends a transaction requested by the site, through the views. */
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
  const work = pending.peek()
  return (work === before ? undefined : await work) ?? { status: 'cancelled' }
}
