import type { Hex } from 'viem'
import { type ReadyLogin, readShares } from '../account/account.js'
import { type FrameChain, gateway } from '../gateway.js'
import { broadcast } from './broadcast.js'
import { type ReadChain, readNonce } from './transaction.js'

interface Sender {
  readonly login: ReadyLogin
  readonly chain: FrameChain
}

/** Signs a transaction. `nonce`: the account's next nonce. Overwrites the key shares. */
type SignWithNonce = (nonce: number, shares: Awaited<ReturnType<typeof readShares>>) => Promise<Hex>

/**
 * Signs and broadcasts a transaction while no other tab of this browser does so for the account and chain: otherwise both could use one nonce, and only
 * one transaction would be mined. Insecure origins have no Web Locks; there, does not wait for other tabs. Resolves with the hash.
 */
export async function sendWithNextNonce({ login, chain }: Sender, sign: SignWithNonce): Promise<Hex> {
  const { address, session } = login
  const call: ReadChain = (method, params) => gateway.rpc(session, chain.chainId, method, params)
  const shares = await readShares(login)
  const send = async (): Promise<Hex> => broadcast(await sign(await readNonce(call, address), shares), call)
  try {
    return await lock(`nonce:${chain.chainId}:${address.toLowerCase()}`, send)
  } finally {
    for (const share of shares) share.fill(0)
  }
}

const lock = <T>(name: string, act: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request(name, act) : act()
