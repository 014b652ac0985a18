import type { Account } from '@wallet-modal/kernel'
import { invalidReply } from '@wallet-modal/kernel/assets'
import { parseAddress } from './address.js'
import type { StellarWallet } from './contract.js'

const methods = ['isAllowed', 'getAddress', 'getNetwork', 'signMessage'] as const
const passphrases: Readonly<Record<string, string>> = {
  'stellar:pubnet': 'Public Global Stellar Network ; September 2015',
  'stellar:testnet': 'Test SDF Network ; September 2015',
}

/** Whether a value has the interface of a wallet. Any script of the page may have created it. */
export const isWallet = (value: unknown): value is StellarWallet =>
  typeof value === 'object' &&
  value !== null &&
  typeof Reflect.get(value, 'name') === 'string' &&
  methods.every((method) => typeof Reflect.get(value, method) === 'function')

export function parseWallet(value: unknown): StellarWallet {
  if (isWallet(value)) return value
  throw invalidReply('provider', 'a Stellar wallet')
}

/** Fields of a reply. Throws the error of a failed reply. */
function fieldsOf(answer: unknown): Readonly<Record<string, unknown>> {
  const fields: Record<string, unknown> = Object(answer)
  if (fields.error) throw fields.error
  return fields
}

export const parseAllowed = (answer: unknown): boolean => fieldsOf(answer).isAllowed === true

export function parseAccount(answer: unknown): Account {
  const { address } = fieldsOf(answer)
  if (typeof address !== 'string') throw invalidReply('getAddress', 'an address')
  return { address: parseAddress(address), type: 'eoa' }
}

/** CAIP-2 id of the network whose passphrase the wallet reports. */
export function parseNetworkId(answer: unknown): string {
  const { networkPassphrase } = fieldsOf(answer)
  const known = Object.entries(passphrases).find(([, passphrase]) => passphrase === networkPassphrase)
  if (known) return known[0]
  throw invalidReply('getNetwork', 'a network that this plugin knows')
}

export function passphraseOf(caipNetworkId: string): string {
  const passphrase = Object.hasOwn(passphrases, caipNetworkId) ? passphrases[caipNetworkId] : undefined
  if (passphrase !== undefined) return passphrase
  throw invalidReply('getNetwork', 'a network that this plugin knows')
}

/** Parses a reply with a base64 signature. The reply must name the requested account as the signer. */
export function parseSignature(answer: unknown, address: string): string {
  const { signedMessage, signerAddress } = fieldsOf(answer)
  if (signerAddress !== address) throw invalidReply('signMessage', 'a signature of the active account')
  if (typeof signedMessage === 'string' && /^[\w+/]{86}==$/.test(signedMessage)) return signedMessage
  throw invalidReply('signMessage', 'a signature')
}

/** Parses a signed transaction, XDR in base64. */
export function parseSigned(answer: unknown): string {
  const { signedTxXdr } = fieldsOf(answer)
  if (typeof signedTxXdr === 'string') return signedTxXdr
  throw invalidReply('signTransaction', 'a transaction')
}
