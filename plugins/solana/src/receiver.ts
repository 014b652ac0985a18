import { type Context, readWith } from '@wallet-modal/kernel'
import type { SolanaReceiver } from './contract.js'
import { isOnCurve } from './curve.js'
import { fromBase58, parseSolanaAddress, toBase58 } from './sdk.js'

const SYSTEM_PROGRAM = '11111111111111111111111111111111'
const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
const TOKEN_2022_PROGRAM = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'
/** Bytes of a token account; Token-2022 appends one that says what it is, and extensions. */
const TOKEN_ACCOUNT_LENGTH = 165
const TOKEN_2022_ACCOUNT = 2

interface AccountInfo {
  readonly owner: string
  readonly data: Uint8Array
}

/** The reply of `getAccountInfo` in base64; `null` for an address that holds nothing yet. */
const accountInfo = readWith((answer): AccountInfo | null => {
  const { value }: { readonly value?: unknown } = Object(answer)
  if (value === null) return null
  const { owner, data }: { readonly owner?: unknown; readonly data?: unknown } = Object(value)
  const [text, encoding]: readonly unknown[] = Array.isArray(data) ? data : []
  if (typeof owner !== 'string' || typeof text !== 'string' || encoding !== 'base64') throw new Error('is no account')
  return { owner, data: Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)) }
})

const isTokenAccount = ({ owner, data }: AccountInfo): boolean =>
  (owner === TOKEN_PROGRAM && data.length === TOKEN_ACCOUNT_LENGTH) ||
  (owner === TOKEN_2022_PROGRAM &&
    (data.length === TOKEN_ACCOUNT_LENGTH || data[TOKEN_ACCOUNT_LENGTH] === TOKEN_2022_ACCOUNT))

/** See `SolanaReceivers`. */
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
  if (account && isTokenAccount(account))
    return {
      kind: 'tokenAccount',
      mint: toBase58(account.data.subarray(0, 32)),
      owner: toBase58(account.data.subarray(32, 64)),
    }
  const isProgram = account !== null && account.owner !== SYSTEM_PROGRAM
  return { kind: isProgram || !isOnCurve(key) ? 'program' : 'wallet' }
}
