import { ed25519 } from '@noble/curves/ed25519.js'
import { hexToBytes } from '@noble/hashes/utils.js'
import { base58 } from '@scure/base'
import * as sr25519 from '@scure/sr25519'
import { encodeSs58 } from '../ss58.js'
import { createKeyring, developmentKeyring, type Keyring } from '../wallet/bip122/keys.js'
import { accounts as polkadotAccounts, type SandboxAccount } from '../wallet/polkadot/accounts.js'
import { bySr25519, type Signers } from '../wallet/polkadot/signer.js'
import { developmentKeys, type Key } from '../wallet/solana/signer.js'
import { invalidKeys } from './errors.js'

const toBytes = (key: string): Uint8Array => {
  const hex = key.replace(/^0x/, '')
  if (!/^[\da-f]{64}$/i.test(hex)) throw invalidKeys('A key must be 32 bytes in hex.')
  return hexToBytes(hex)
}

/** Keys of a Solana wallet from Ed25519 seeds in hex. Default: the development keys. Throws `INVALID_KEYS`. */
export function solanaKeys(keys: readonly string[] | undefined): readonly Key[] {
  return (
    keys?.map(toBytes).map((seed) => {
      const publicKey = ed25519.getPublicKey(seed)
      return { address: base58.encode(publicKey), publicKey, sign: async (message) => ed25519.sign(message, seed) }
    }) ?? developmentKeys
  )
}

interface PolkadotKeys {
  readonly accounts: readonly SandboxAccount[]
  /** Absent for the development keys. */
  readonly signers?: Signers
}

/** Accounts and signers of a Polkadot extension from sr25519 seeds in hex. Default: the development accounts. Throws `INVALID_KEYS`. */
export function polkadotKeys(keys: readonly string[] | undefined): PolkadotKeys {
  // without the genesis hash of the development accounts, so that the accounts can be used on all networks of a site
  if (!keys) return { accounts: polkadotAccounts.map(({ address, name, type }) => ({ address, name, type })) }
  const created = keys.map((key, at) => {
    const address = encodeSs58(sr25519.getPublicKey(sr25519.secretFromSeed(toBytes(key))))
    const sign = bySr25519(key.replace(/^0x/, ''))
    return { account: { address, name: `Account ${at + 1}`, type: 'sr25519' } as const, signer: { code: 1, sign } }
  })
  return {
    accounts: created.map(({ account }) => account),
    signers: new Map(created.map(({ account, signer }) => [account.address, signer])),
  }
}

/** Keyring of a Bitcoin wallet from two private keys in hex: payment key, ordinals key. Default: the development keys. Throws `INVALID_KEYS`. */
export function bitcoinKeys(keys: readonly string[] | undefined): Keyring {
  if (!keys) return developmentKeyring
  const [payment, ordinal] = keys.map(toBytes)
  if (!payment || !ordinal || keys.length > 2)
    throw invalidKeys('A Bitcoin wallet must have two keys: one for payments, one for ordinals.')
  return createKeyring({ payment, ordinal })
}

/** Private keys of an EVM wallet with the prefix `0x`. `undefined` if none are given. Throws `INVALID_KEYS`. */
export const evmKeys = (keys: readonly string[] | undefined): readonly `0x${string}`[] | undefined =>
  keys?.map((key) => {
    toBytes(key)
    return `0x${key.replace(/^0x/, '')}` as const
  })
