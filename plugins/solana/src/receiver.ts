import { type Context, readWith } from '@wallet-modal/kernel'
import type { SolanaReceiver } from './contract.js'
import { isOnCurve } from './curve.js'
import { isTokenProgram, SYSTEM_PROGRAM } from './programs.js'
import { fromBase58, parseSolanaAddress } from './sdk.js'
import { readTokenAccount } from './tokens/token-layout.js'
import { associatedAccount } from './transactions/sdk.js'

interface AccountInfo {
  readonly owner: string
  readonly data: Uint8Array
}

/** Reply of `getAccountInfo` in base64; `null` for an address without an account. */
const accountInfo = readWith((answer): AccountInfo | null => {
  const { value }: { readonly value?: unknown } = Object(answer)
  if (value === null) return null
  const { owner, data }: { readonly owner?: unknown; readonly data?: unknown } = Object(value)
  const [text, encoding]: readonly unknown[] = Array.isArray(data) ? data : []
  if (typeof owner !== 'string' || typeof text !== 'string' || encoding !== 'base64')
    throw new Error('is not an account')
  return { owner, data: Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)) }
})

/**
 * See `SolanaReceivers`. Reports `program` for a token account whose address is not derived from its owner: a dishonest node could report any owner.
 */
export async function inspectReceiver(
  ctx: Context,
  address: string,
  caipNetworkId: string,
  signal: AbortSignal = ctx.abortSignal,
): Promise<SolanaReceiver> {
  const key = fromBase58(parseSolanaAddress(address))
  const account = await ctx.api
    .rpc(caipNetworkId)
    .read('getAccountInfo', [address, { encoding: 'base64', commitment: 'confirmed' }], { schema: accountInfo, signal })
  const tokenAccount =
    account && isTokenProgram(account.owner) ? readTokenAccount(account.owner, account.data) : undefined
  if (
    account &&
    tokenAccount &&
    address === (await associatedAccount(tokenAccount.owner, tokenAccount.mint, account.owner))
  )
    return { kind: 'tokenAccount', mint: tokenAccount.mint, owner: tokenAccount.owner }
  const isProgram = account !== null && account.owner !== SYSTEM_PROGRAM
  return { kind: isProgram || !isOnCurve(key) ? 'program' : 'wallet' }
}
