import { hexToBytes } from '@noble/hashes/utils.js'
import { base58 } from '@scure/base'

/**
 * Seeds and public keys from the development mnemonic (`test test ... junk`, SLIP-10 path `m/44'/501'/n'/0'`). Their accounts are funded on the local
 * chain. The keys are public: never use them for anything of value.
 */
const keys = [
  [
    'a01c67efb5cb8f62f15907a9fcf124c73d2695c8a9a31f21c05742a31ca1dc72',
    '0bf32b9f0db09672038fea36139b18f98a5f0149ef4ce0332e44b9a77e83c22d',
  ],
  [
    '3f25626cf245c8dd65a2b91a70e6f4c285182489fda230e2553c3752aa962b61',
    '9245441f4a752ea6328c6d8d2d2afcb36d131db998a47ca04d6d5d8587d0b012',
  ],
] as const

export interface Key {
  /** Base58 of the public key. */
  readonly address: string
  /** 32 bytes. */
  readonly publicKey: Uint8Array
  /** Ed25519 (RFC 8032), 64 bytes. */
  sign(message: Uint8Array): Promise<Uint8Array>
}

/** PKCS #8 prefix of an Ed25519 private key (RFC 8410); the seed follows it. */
const pkcs8Head = '302e020100300506032b657004220420'

export const developmentKeys: readonly Key[] = keys.map(([seed, publicKey]) => ({
  address: base58.encode(hexToBytes(publicKey)),
  publicKey: hexToBytes(publicKey),
  async sign(message) {
    const key = await crypto.subtle.importKey('pkcs8', hexToBytes(pkcs8Head + seed), 'Ed25519', false, ['sign'])
    return new Uint8Array(await crypto.subtle.sign('Ed25519', key, message.slice()))
  },
}))
