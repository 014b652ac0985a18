import type { Context, ReceiverIssue, ReceiverReport, SendDraft } from '@wallet-modal/kernel'
import { isAddress } from '../address.js'
import { createHorizon } from '../horizon.js'

type ReceiverDraft = Pick<SendDraft, 'connection' | 'network' | 'token'>

const refuse = (code: string, text?: string): ReceiverIssue => ({ code, severity: 'refuse', ...(text && { text }) })
const warn = (code: string): ReceiverIssue => ({ code, severity: 'warn' })

/** See `SendHandler.inspectReceiver`. Only the issuer of a token, and accounts with a trustline to it, can receive the token. */
export async function inspectReceiver(
  ctx: Context,
  input: string,
  { connection, network, token }: ReceiverDraft,
  signal: AbortSignal,
): Promise<ReceiverReport> {
  const address = input.trim()
  if (!isAddress(address)) return { address: undefined, issues: [refuse('invalidAddress')] }
  const account = await createHorizon(ctx, network.caipNetworkId, signal).account(address)
  const { address: asset } = token
  const acceptsToken = asset === undefined || asset.endsWith(`-${address}`) || account?.spendable.has(asset)
  const issues = [
    ...(acceptsToken ? [] : [refuse('noTrustline', `The receiver does not accept ${token.symbol}.`)]),
    ...(account || asset !== undefined ? [] : [warn('newAccount')]),
    ...(address === connection.account.address ? [warn('ownAddress')] : []),
  ]
  return { address, issues }
}
