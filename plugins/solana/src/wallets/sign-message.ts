import type { Account } from '@wallet-modal/kernel'
import { invalidReply } from '@wallet-modal/kernel/assets'
import type { SolanaWallet } from '../contract.js'
import { noFeature } from '../errors.js'
import { accountOf, toBytes } from './accounts.js'

const isSame = (one: Uint8Array, other: Uint8Array | undefined): boolean =>
  one.length === other?.length && one.every((byte, at) => byte === other[at])

/** Signature in base58. Throws unless the wallet signed exactly this message. */
export async function signMessage(wallet: SolanaWallet, { address }: Account, message: string): Promise<string> {
  const feature = wallet.features['solana:signMessage']
  if (!feature) throw noFeature('solana:signMessage')
  const { walletObject: account } = accountOf(wallet, address)
  const { toBase58 } = await import('../sdk.js') // before the wallet prompts, so that a failed import does not waste a signature
  const bytes = new TextEncoder().encode(message)
  const [signed]: readonly unknown[] = await feature.signMessage({ account, message: bytes.slice() })
  const signature = toBytes(Object(signed).signature)
  if (signature?.length !== 64) throw invalidReply('solana:signMessage', 'a signature')
  if (!isSame(bytes, toBytes(Object(signed).signedMessage)))
    throw invalidReply('solana:signMessage', 'a signature of the requested message')
  return toBase58(signature)
}
