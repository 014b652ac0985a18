import type { SignInMessage } from '../contract.js'
import type { SignInFamily } from './families.js'
import { Refusal } from './refusal.js'

/** A network that visitors may sign in on. */
export interface SignInNetwork {
  readonly caipNetworkId: string
  /** Where contracts are asked whether a signature is theirs; eip155 only. Without it only accounts with a key can sign in there. */
  readonly rpcUrls?: readonly string[]
  /** With which SS58 prefix accounts are written there; polkadot only. Chains of the registry are known. */
  readonly ss58Prefix?: number
}

/** What a signature is checked with. */
export interface Signed {
  readonly message: SignInMessage
  readonly text: string
  readonly signature: string
  readonly network: SignInNetwork
}

/** Whether the account of the message signed the text. */
export type Verifier = (signed: Signed) => Promise<boolean>

export async function verify(signed: Signed, families: readonly SignInFamily[]): Promise<void> {
  const [namespace] = signed.network.caipNetworkId.split(':')
  const family = families.find((one) => one.namespace === namespace)
  const isTheirs = family ? await family.verify(signed) : false
  if (isTheirs !== true) throw new Refusal('BAD_SIGNATURE', 'The signature is not that of the account.')
}
