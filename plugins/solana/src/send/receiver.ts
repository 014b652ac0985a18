import type { Context, ReceiverIssue, ReceiverReport, SendDraft } from '@wallet-modal/kernel'
import { foreignNetwork } from '@wallet-modal/kernel/assets'
import { parseSolanaAddress } from '../address.js'
import { readMint, readTokenAccount } from '../assets/token-layout.js'
import { isOnCurve } from '../curve.js'
import { type ChainAccount, createNode } from '../node.js'
import { INCINERATOR, isTokenProgram, SYSTEM_PROGRAM } from '../programs.js'
import { fromBase58 } from '../sdk.js'
import { associatedAccount } from '../transactions/sdk.js'

const refuse = (code: string, text?: string): ReceiverIssue => ({ code, severity: 'refuse', ...(text && { text }) })
const warn = (code: string, text?: string): ReceiverIssue => ({ code, severity: 'warn', ...(text && { text }) })

function parse(text: string): string | undefined {
  try {
    return parseSolanaAddress(text)
  } catch {
    return undefined // the caller reports a more precise reason
  }
}

/** Issues for an account that is not a token account. */
function issuesOf(address: string, account: ChainAccount | undefined): readonly ReceiverIssue[] {
  if (address === SYSTEM_PROGRAM || address === INCINERATOR) return [refuse('zeroAddress')]
  if (account?.isProgram) return [refuse('program')]
  if (account && isTokenProgram(account.owner) && readMint(account.owner, account.data))
    return [refuse('tokenContract')]
  if (account && account.owner !== SYSTEM_PROGRAM) return [warn('contract')]
  if (!isOnCurve(fromBase58(address))) return [warn('offCurve')]
  return account ? [] : [warn('newAccount')]
}

/**
 * See `SendHandler.inspectReceiver`. If the address is an associated token account, its owner becomes the receiver, with a warning. Refuses other
 * token accounts: their address does not prove the owner, and a dishonest node could name a false owner.
 */
export async function inspectReceiver(
  ctx: Context,
  input: string,
  { connection, network }: Pick<SendDraft, 'connection' | 'network'>,
  signal: AbortSignal,
): Promise<ReceiverReport> {
  const text = input.trim()
  const parsedAddress = parse(text)
  if (parsedAddress === undefined) {
    const foreign = foreignNetwork(text, 'solana')
    return { address: undefined, issues: [foreign ? refuse('wrongNetwork', foreign) : refuse('invalidAddress')] }
  }
  const node = createNode(ctx, network.caipNetworkId, signal)
  const [account] = await node.accounts([parsedAddress])
  const tokenAccount =
    account && isTokenProgram(account.owner) ? readTokenAccount(account.owner, account.data) : undefined
  if (
    account &&
    tokenAccount &&
    parsedAddress !== (await associatedAccount(tokenAccount.owner, tokenAccount.mint, account.owner))
  )
    return { address: parsedAddress, issues: [refuse('auxiliaryTokenAccount')] }
  const address = tokenAccount?.owner ?? parsedAddress
  const [receiver] = tokenAccount ? await node.accounts([address]) : [account]
  const issues = [
    ...(tokenAccount ? [warn('tokenAccount', address)] : []),
    ...issuesOf(address, receiver),
    ...(address === connection.account.address ? [warn('ownAddress')] : []),
  ]
  return { address, issues }
}
