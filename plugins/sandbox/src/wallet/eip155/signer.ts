import { hexToBytes, type TransactionSerializableEIP1559, type TypedDataDefinition } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { readBytes } from '../readable.js'

/** Keys of the development mnemonic that every local chain funds. They are public: nothing of value may ever be sent there. */
const keys = [
  '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
] as const

const accounts = keys.map((key) => privateKeyToAccount(key))

export const addresses: readonly string[] = accounts.map((account) => account.address)

function accountOf(address: string): (typeof accounts)[number] {
  const found = accounts.find((account) => account.address.toLowerCase() === address.toLowerCase())
  if (found) return found
  throw new Error(`The sandbox wallet does not hold ${address}.`)
}

/** EIP-191. The message comes as hex, as `personal_sign` carries it. */
export const signMessage = (address: string, raw: `0x${string}`): Promise<string> =>
  accountOf(address).signMessage({ message: { raw } })

/** EIP-712. */
export const signTypedData = (address: string, data: TypedDataDefinition): Promise<string> =>
  accountOf(address).signTypedData(data)

export const signTransaction = (address: string, transaction: TransactionSerializableEIP1559): Promise<string> =>
  accountOf(address).signTransaction(transaction)

/** A message as a person can read it, see {@link readBytes}. */
export const readMessage = (raw: `0x${string}`): string => readBytes(hexToBytes(raw))
