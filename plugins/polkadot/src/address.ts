import { blake2b } from '@noble/hashes/blake2'
import { type AddressForm, GENERIC_PREFIX } from './chains.js'
import { badAddress } from './errors.js'
import { isH160, parseH160 } from './h160.js'
import { decodeSs58, encodeSs58 } from './ss58.js'

/** Address format of a chain. */
export interface AddressChain {
  readonly name: string
  readonly form: AddressForm
}

/** Account id of an SS58 body. A secp256k1 key (33 bytes) is hashed with BLAKE2b-256 (`IdentifyAccount` of `MultiSigner`). */
const accountId = (body: Uint8Array): Uint8Array => (body.length === 33 ? blake2b(body, { dkLen: 32 }) : body)

/** 32-byte account id of an address of any chain. Throws `INVALID_ARGUMENT`. */
export function readAccountId(text: string): { readonly prefix: number; readonly id: Uint8Array } {
  const { prefix, body } = decodeSs58(text)
  if (body.length < 32)
    throw badAddress('This is an account index, which can be reassigned to another account. Use the address instead.')
  if (body.length === 33 && body[0] !== 2 && body[0] !== 3)
    throw badAddress('Invalid address: its 33 bytes are not a secp256k1 public key.')
  return { prefix, id: accountId(body) }
}

/**
 * Canonical form of an address on one chain. Refuses SS58 addresses with another chain's prefix: the owner, such as an exchange, may accept payments
 * on that other chain only. Throws `INVALID_ARGUMENT` with the reason.
 */
export function parsePolkadotAddress(text: string, { name, form }: AddressChain): string {
  const input = typeof text === 'string' ? text : ''
  if (form === 'h160') return parseH160(input)
  if (isH160(input)) throw badAddress(`This is an Ethereum address. ${name} uses a different address format.`)
  const { prefix, id } = readAccountId(input)
  if (prefix === form) return encodeSs58(form, id)
  const encodedFor = prefix === GENERIC_PREFIX ? 'for no chain in particular' : `for another chain (prefix ${prefix})`
  throw badAddress(`The address is encoded ${encodedFor}, not for ${name} (prefix ${form}).`)
}
