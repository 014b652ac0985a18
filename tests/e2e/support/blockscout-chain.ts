import {
  type Address,
  createPublicClient,
  erc20Abi,
  erc721Abi,
  type Hex,
  http,
  type Log,
  type PublicClient,
  parseAbi,
  parseEventLogs,
} from 'viem'

const erc1155Abi = parseAbi([
  'event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value)',
  'event TransferBatch(address indexed operator, address indexed from, address indexed to, uint256[] ids, uint256[] values)',
  'function uri(uint256) view returns (string)',
  'function balanceOf(address, uint256) view returns (uint256)',
])
const erc20Transfer = erc20Abi.filter((one) => one.type === 'event' && one.name === 'Transfer')
const erc721Transfer = erc721Abi.filter((one) => one.type === 'event' && one.name === 'Transfer')

/** A token transfer in the logs of a transaction. */
export interface Moved {
  readonly standard: 'ERC-20' | 'ERC-721' | 'ERC-1155'
  readonly contract: Address
  readonly from: Address
  readonly to: Address
  /** Absent for an ERC-20. */
  readonly tokenId?: bigint
  readonly value: bigint
  readonly log: Log<bigint, number, false>
}

type Logs = readonly Log<bigint, number, false>[]

function readMoves(logs: Logs): readonly Moved[] {
  const of = (log: Logs[number]): readonly Moved[] => {
    const contract = log.address
    const [fungible] = parseEventLogs({ abi: erc20Transfer, logs: [log], strict: true })
    if (fungible) return [{ standard: 'ERC-20', contract, ...fungible.args, log }]
    const [unique] = parseEventLogs({ abi: erc721Transfer, logs: [log], strict: true })
    if (unique) return [{ standard: 'ERC-721', contract, ...unique.args, value: 1n, log }]
    const [many] = parseEventLogs({ abi: erc1155Abi, logs: [log], strict: true })
    if (!many) return []
    const { from, to } = many.args
    const [ids, values] =
      many.eventName === 'TransferBatch' ? [many.args.ids, many.args.values] : [[many.args.id], [many.args.value]]
    return ids.map((tokenId, at) => ({
      standard: 'ERC-1155',
      contract,
      from,
      to,
      tokenId,
      value: values[at] ?? 0n,
      log,
    }))
  }
  return logs.flatMap(of)
}

/** Reads from a chain what a block explorer would index. */
export interface IndexedChain {
  readonly client: PublicClient
  moves(own: Address): Promise<readonly Moved[]>
  describe(
    contract: Address,
  ): Promise<{ readonly name: string | null; readonly symbol: string | null; readonly decimals: number | null }>
  /** Metadata JSON of an item; `null` if the contract does not store the JSON on-chain. */
  metadata(moved: Moved): Promise<Readonly<Record<string, unknown>> | null>
  held(moved: Moved, own: Address): Promise<bigint>
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

export function createIndexedChain(rpcUrl: string): IndexedChain {
  const client = createPublicClient({ transport: http(rpcUrl) })
  const orNull = <T>(work: Promise<T>): Promise<T | null> => work.catch(() => null)
  return {
    client,
    async moves(own) {
      const logs = await client.getLogs({ fromBlock: 0n, toBlock: 'latest' })
      return readMoves(logs as Logs).filter(({ from, to }) => isSame(from, own) || isSame(to, own))
    },
    async describe(address) {
      const [name, symbol, decimals] = await Promise.all([
        orNull(client.readContract({ address, abi: erc20Abi, functionName: 'name' })),
        orNull(client.readContract({ address, abi: erc20Abi, functionName: 'symbol' })),
        orNull(client.readContract({ address, abi: erc20Abi, functionName: 'decimals' })),
      ])
      return { name, symbol, decimals }
    },
    async metadata({ standard, contract: address, tokenId = 0n }) {
      const link = await orNull(
        standard === 'ERC-721'
          ? client.readContract({ address, abi: erc721Abi, functionName: 'tokenURI', args: [tokenId] })
          : client.readContract({ address, abi: erc1155Abi, functionName: 'uri', args: [tokenId] }),
      )
      const [, base64, body = ''] = /^data:application\/json[^,]*?(;base64)?,(.*)$/s.exec(link ?? '') ?? []
      if (!body) return null
      return JSON.parse(base64 ? Buffer.from(body, 'base64').toString() : decodeURIComponent(body))
    },
    async held({ standard, contract: address, tokenId = 0n }, own) {
      if (standard === 'ERC-20')
        return client.readContract({ address, abi: erc20Abi, functionName: 'balanceOf', args: [own] })
      if (standard === 'ERC-1155')
        return client.readContract({ address, abi: erc1155Abi, functionName: 'balanceOf', args: [own, tokenId] })
      const owner = await orNull(
        client.readContract({ address, abi: erc721Abi, functionName: 'ownerOf', args: [tokenId] }),
      )
      return owner !== null && isSame(owner, own) ? 1n : 0n
    },
  }
}

/** Transactions from or to an address with their blocks and receipts, newest first. */
export async function transactionsOf({ client }: IndexedChain, own: Address) {
  const latest = await client.getBlockNumber({ cacheTime: 0 })
  const numbers = Array.from({ length: Number(latest) + 1 }, (_, at) => BigInt(at))
  const blocks = await Promise.all(
    numbers.map((blockNumber) => client.getBlock({ blockNumber, includeTransactions: true })),
  )
  const mine = blocks.flatMap((block) =>
    block.transactions
      .filter(({ from, to }) => isSame(from, own) || (to !== null && isSame(to, own)))
      .map((transaction) => ({ block, transaction })),
  )
  const withReceipts = mine.map(async (one) => ({
    ...one,
    receipt: await client.getTransactionReceipt({ hash: one.transaction.hash as Hex }),
  }))
  return (await Promise.all(withReceipts)).toReversed()
}
