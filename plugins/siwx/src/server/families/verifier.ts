import type { SignInMessage } from '../../contract.js'
import { Refusal } from '../http/refusal.js'
import type { SignInFamily } from './families.js'

/** Network on which visitors may sign in. */
export interface SignInNetwork {
  readonly caipNetworkId: string
  /** RPC endpoints for signatures of contracts (ERC-1271, ERC-6492); eip155 only. Without it, contract accounts cannot sign in on this network. */
  readonly rpcUrls?: readonly string[]
  /** SS58 prefix of the network's addresses; polkadot only. Not needed for chains of the SS58 registry. */
  readonly ss58Prefix?: number
}

/** Message, its text and signature, and the network on which it is verified. */
export interface Signed {
  readonly message: SignInMessage
  readonly text: string
  readonly signature: string
  readonly network: SignInNetwork
}

/** Resolves with `true` if the account of the message signed the text. */
export type Verifier = (signed: Signed) => Promise<boolean>

export async function verify(signed: Signed, families: readonly SignInFamily[]): Promise<void> {
  const [namespace] = signed.network.caipNetworkId.split(':')
  const family = families.find((one) => one.namespace === namespace)
  const isTheirs = family ? await family.verify(signed) : false
  if (isTheirs !== true) throw new Refusal('BAD_SIGNATURE', 'The signature is not valid for this account.')
}
