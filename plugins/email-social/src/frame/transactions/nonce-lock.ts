import { type Hex, keccak256 } from 'viem'
import { type LoginWithKey, readShares } from '../account/account.js'
import { type FrameChain, gateway } from '../gateway.js'
import { withLock } from '../web-lock.js'
import { broadcast } from './broadcast.js'
import { type ReadChain, readNonce } from './transaction.js'

interface Sender {
  readonly login: LoginWithKey
  readonly chain: FrameChain
  /** Called with the hash of the signed transaction. The transaction is broadcast after the returned promise has resolved. */
  onSigned?(hash: Hex): Promise<void>
}

/** Signs and serializes a transaction. `nonce`: the account's next nonce. Overwrites the key shares. */
type SignWithNonce = (nonce: number, shares: Awaited<ReturnType<typeof readShares>>) => Promise<Hex>

/**
 * Signs and broadcasts a transaction with a lock for the account and chain. Without the lock, two tabs of the site could use the same nonce, and only
 * one of their transactions would be mined. On insecure origins, which have no Web Locks, does not wait for other tabs. Resolves with the
 * transaction's hash.
 */
export async function sendWithNextNonce({ login, chain, onSigned }: Sender, sign: SignWithNonce): Promise<Hex> {
  const { address, session } = login
  const call: ReadChain = (method, params) => gateway.rpc(session, chain.chainId, method, params)
  const shares = await readShares(login)
  const send = async (): Promise<Hex> => {
    const raw = await sign(await readNonce(call, address), shares)
    await onSigned?.(keccak256(raw))
    return broadcast(raw, call)
  }
  try {
    return await withLock(`nonce:${chain.chainId}:${address.toLowerCase()}`, send)
  } finally {
    for (const share of shares) share.fill(0)
  }
}
