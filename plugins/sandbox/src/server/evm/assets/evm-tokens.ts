import * as v from 'valibot'
import type { NodeRpc } from '../../engines/node-rpc.js'
import type { TokenMetadata } from '../../engines/token-metadata.js'
import { type EvmAddress, toChecksumAddress } from '../evm-address.js'

// function selectors of ERC-20
const NAME = '0x06fdde03'
const SYMBOL = '0x95d89b41'
const DECIMALS = '0x313ce567'
const BALANCE_OF = '0x70a08231'

const MAX_DECIMALS = 36n
const wordSchema = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-f]{64}/i),
  v.transform((text) => BigInt(text.slice(0, 66))),
)

/** Reads ERC-20 contracts in batches. Metadata is read once for each token. */
export interface EvmTokens {
  /** `undefined` if the contract is not an ERC-20 token. */
  metadata(addresses: readonly EvmAddress[]): Promise<readonly (TokenMetadata | undefined)[]>
  /** Balances of `account`; `undefined` for a contract that does not return a balance. */
  balances(addresses: readonly EvmAddress[], account: string): Promise<readonly (bigint | undefined)[]>
}

export function createEvmTokens({ callAll }: Pick<NodeRpc, 'callAll'>): EvmTokens {
  /** Contains tokens only. Other addresses are read again each time, because a token can be deployed there later. */
  const cache = new Map<EvmAddress, TokenMetadata>()
  const read = (to: EvmAddress, data: string) => ['eth_call', [{ to, data }, 'latest']] as const

  return {
    async metadata(addresses) {
      const missing = [...new Set(addresses)].filter((address) => !cache.has(address))
      const answers = await callAll(missing.flatMap((to) => [NAME, SYMBOL, DECIMALS].map((data) => read(to, data))))
      for (const [at, address] of missing.entries()) {
        const [name, symbol, decimals] = answers.slice(at * 3)
        const token = await toMetadata(address, { name, symbol, decimals })
        if (token) cache.set(address, token)
      }
      return addresses.map((address) => cache.get(address))
    },
    async balances(addresses, account) {
      const data = BALANCE_OF + account.slice(2).toLowerCase().padStart(64, '0')
      return (await callAll(addresses.map((to) => read(to, data)))).map(toWord)
    },
  }
}

const toWord = (answer: unknown): bigint | undefined => {
  const word = v.safeParse(wordSchema, answer)
  return word.success ? word.output : undefined
}

interface Answers {
  readonly name: unknown
  readonly symbol: unknown
  readonly decimals: unknown
}

async function toMetadata(address: EvmAddress, answers: Answers): Promise<TokenMetadata | undefined> {
  const decimals = toWord(answers.decimals)
  if (decimals === undefined || decimals > MAX_DECIMALS) return undefined
  const [name, symbol] = [await toText(answers.name), await toText(answers.symbol)]
  if (name === undefined && symbol === undefined) return undefined
  return { address: toChecksumAddress(address), name: name ?? '', symbol: symbol ?? '', decimals: Number(decimals) }
}

const hexSchema = v.custom<`0x${string}`>((value) => typeof value === 'string' && /^0x([0-9a-f]{2})*$/i.test(value))

/** Decodes an ABI-encoded `string`, or the `bytes32` that older tokens return instead. `undefined` if the answer is neither. */
export async function toText(answer: unknown): Promise<string | undefined> {
  const hex = v.safeParse(hexSchema, answer)
  if (!hex.success || hex.output === '0x') return undefined
  const { decodeAbiParameters } = await import('viem')
  if (hex.output.length === 66) return Buffer.from(hex.output.slice(2), 'hex').toString('utf8').replace(/\0+$/, '')
  try {
    return decodeAbiParameters([{ type: 'string' }], hex.output)[0]
  } catch {
    return undefined // the answer is not an ABI-encoded string
  }
}
