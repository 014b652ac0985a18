import type { SignInMessage } from '../contract.js'
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

/** Each family's code is loaded when the first of its accounts signs in. */
const verifiers: Readonly<Record<string, () => Promise<Verifier>>> = {
  eip155: async () => (await import('./eip155.js')).verifyEip155,
  solana: async () => (await import('./solana.js')).verifySolana,
  polkadot: async () => (await import('./polkadot.js')).verifyPolkadot,
  bip122: async () => (await import('./bip122.js')).verifyBip122,
}

export async function verify(signed: Signed): Promise<void> {
  const [namespace = ''] = signed.network.caipNetworkId.split(':')
  const load = Object.hasOwn(verifiers, namespace) ? verifiers[namespace] : undefined
  const isTheirs = load ? await (await load())(signed) : false
  if (!isTheirs) throw new Refusal('BAD_SIGNATURE', 'The signature is not that of the account.')
}
