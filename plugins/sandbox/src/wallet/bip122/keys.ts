import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { Address, OutScript, p2tr, p2wpkh } from '@scure/btc-signer'
import { type BTC_NETWORK, pubECDSA, pubSchnorr } from '@scure/btc-signer/utils.js'
import { accounts, type BitcoinAccount } from './accounts.js'

/** Address encoding of the local chain. */
export const regtest: BTC_NETWORK = { bech32: 'bcrt', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef }

/** Private key and script of an account. */
export interface Key {
  readonly privateKey: Uint8Array
  /** Output script (`scriptPubKey`) of the account's address. */
  readonly script: Uint8Array
  /** Taproot's internal key, before the tweak (BIP-341). */
  readonly tapInternalKey?: Uint8Array
}

/** Keys of the development mnemonic at m/84'/1'/0'/0/0 and m/86'/1'/0'/0/0. The keys are public: never use them for anything of value. */
const privateKeys = {
  payment: hexToBytes('b5c8b4acf7b66682afbc5eef20c3b12998ba3c14a97047c9187454377f1a7856'),
  ordinal: hexToBytes('893af8e39dab62e987360f7e2f2556100075b04ee4e6b22a0e1e11e1569de6d1'),
} as const

/** Payment account and ordinals account of a wallet, with their keys. */
export interface Keyring {
  readonly accounts: readonly [BitcoinAccount, BitcoinAccount]
  keyOf(account: BitcoinAccount): Key
}

type PrivateKeys = Readonly<Record<BitcoinAccount['type'], Uint8Array>>

function keysFrom({ payment, ordinal }: PrivateKeys): Readonly<Record<BitcoinAccount['type'], Key>> {
  const tapInternalKey = pubSchnorr(ordinal)
  return {
    payment: { privateKey: payment, script: p2wpkh(pubECDSA(payment), regtest).script },
    ordinal: { privateKey: ordinal, script: p2tr(tapInternalKey, undefined, regtest).script, tapInternalKey },
  }
}

const keys = keysFrom(privateKeys)

export const keyOf = ({ type }: BitcoinAccount): Key => keys[type]

export const developmentKeyring: Keyring = { accounts, keyOf }

/** Keyring for other private keys on the same chain. */
export function createKeyring(source: PrivateKeys): Keyring {
  const own = keysFrom(source)
  const addressOf = (script: Uint8Array): string => Address(regtest).encode(OutScript.decode(script))
  const [payment, ordinal] = [own.payment, own.ordinal]
  return {
    accounts: [
      { address: addressOf(payment.script), type: 'payment', publicKey: bytesToHex(pubECDSA(source.payment)) },
      { address: addressOf(ordinal.script), type: 'ordinal', publicKey: bytesToHex(pubSchnorr(source.ordinal)) },
    ],
    keyOf: ({ type }) => own[type],
  }
}
