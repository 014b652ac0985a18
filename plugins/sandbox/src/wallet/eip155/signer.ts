import { hashTypedData, hexToBytes, type TransactionSerializableEIP1559, type TypedDataDefinition } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { badParams } from '../errors.js'
import { readBytes } from '../readable.js'

/** Keys of the development mnemonic, whose accounts are funded on each local EVM chain. The keys are public: never use them for anything of value. */
const keys = [
  '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
] as const

/** Signs with the private keys of one or more accounts. */
export interface Signer {
  /** The active account comes first. */
  readonly addresses: readonly string[]
  /** EIP-191. The message is hex, as in `personal_sign`. */
  signMessage(address: string, raw: `0x${string}`): Promise<string>
  /** EIP-712. */
  signTypedData(address: string, data: TypedDataDefinition): Promise<string>
  signTransaction(address: string, transaction: TransactionSerializableEIP1559): Promise<string>
}

/** Creates a signer from private keys. Default: the keys of the sandbox wallet. */
export function createSigner(privateKeys: readonly `0x${string}`[] = keys): Signer {
  const accounts = privateKeys.map((key) => privateKeyToAccount(key))
  const accountOf = (address: string): (typeof accounts)[number] => {
    const found = accounts.find((account) => account.address.toLowerCase() === address.toLowerCase())
    if (found) return found
    throw new Error(`The wallet has no key for ${address}.`)
  }
  return {
    addresses: accounts.map((account) => account.address),
    signMessage: (address, raw) => accountOf(address).signMessage({ message: { raw } }),
    signTypedData: (address, data) => accountOf(address).signTypedData(data),
    signTransaction: (address, transaction) => accountOf(address).signTransaction(transaction),
  }
}

/** Message as text for display, or as hex; see {@link readBytes}. */
export const readMessage = (raw: `0x${string}`): string => readBytes(hexToBytes(raw))

export const isHexBytes = (value: unknown): value is `0x${string}` =>
  typeof value === 'string' && /^0x([\da-f]{2})*$/i.test(value)

/** Parses typed data, which is an object or JSON text. Throws -32602 if the data cannot be signed. */
export function readTypedData(data: unknown): TypedDataDefinition {
  try {
    const typed = JSON.parse(typeof data === 'string' ? data : JSON.stringify(data))
    hashTypedData(typed)
    return typed
  } catch (error) {
    throw badParams(`The typed data is invalid: ${error instanceof Error ? error.message : error}`)
  }
}
