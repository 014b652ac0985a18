import { type Context, readWith } from '@wallet-modal/kernel'
import { readUint, toWord, toWords, type Word } from './abi.js'
import { toChecksum } from './address.js'

/** Hashes of the signatures of events. */
export const topics = {
  'Transfer(address,address,uint256)': '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
  'TransferSingle(address,address,address,uint256,uint256)':
    '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62',
  'TransferBatch(address,address,address,uint256[],uint256[])':
    '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb',
} as const

/** Something that once came to an account. */
export interface Received {
  readonly standard: 'erc721' | 'erc1155'
  /** With EIP-55 checksum. */
  readonly contract: string
  readonly tokenId: bigint
}

interface Log {
  readonly address: string
  readonly topics: readonly string[]
  readonly data: string
}

const isHex = (value: unknown): value is string => typeof value === 'string' && /^0x([\da-f]{2})*$/i.test(value)

const logs = readWith((answer): readonly Log[] => {
  if (!Array.isArray(answer)) throw new Error('is no list')
  return answer.flatMap((log: unknown) => {
    const { address, topics: given, data, removed }: Readonly<Record<string, unknown>> = Object(log)
    const isLog = isHex(address) && address.length === 42 && isHex(data) && Array.isArray(given) && given.every(isHex)
    return isLog && removed !== true ? [{ address, topics: given, data }] : []
  })
})

/** The ids of a batch: the first of its two lists. */
function idsOf(data: string): readonly bigint[] {
  const words = toWords(data) ?? []
  const at = (word: Word | undefined): bigint => BigInt(`0x${word ?? '0'}`)
  const start = at(words[0]) / 32n
  if (start >= BigInt(words.length)) return []
  const length = at(words[Number(start)])
  if (length > BigInt(words.length)) return []
  return words.slice(Number(start) + 1, Number(start) + 1 + Number(length)).map(at)
}

function receivedBy({
  address,
  topics: [event, , , id],
  data,
  ...log
}: Log & { readonly count: number }): readonly Received[] {
  const contract = toChecksum(address)
  const items = (standard: Received['standard'], ids: readonly bigint[]): readonly Received[] =>
    ids.map((tokenId) => ({ standard, contract, tokenId }))
  switch (event?.toLowerCase()) {
    // ERC-20 has the same event with the amount where no index is
    case topics['Transfer(address,address,uint256)']:
      return log.count === 4 && id !== undefined ? items('erc721', [BigInt(id)]) : []
    case topics['TransferSingle(address,address,address,uint256,uint256)']: {
      const tokenId = readUint(data)
      return tokenId === undefined ? [] : items('erc1155', [tokenId])
    }
    case topics['TransferBatch(address,address,address,uint256[],uint256[])']:
      return items('erc1155', idsOf(data))
    default:
      return []
  }
}

/** Everything collectible that ever came to an account, the last one first, each once. Throws what a node says that does not look that far back. */
export async function readReceived(
  { api }: Context,
  {
    account,
    caipNetworkId,
    signal,
  }: { readonly account: string; readonly caipNetworkId: string; readonly signal: AbortSignal },
): Promise<readonly Received[]> {
  const holder = `0x${toWord(account)}`
  const single = topics['TransferSingle(address,address,address,uint256,uint256)']
  const batch = topics['TransferBatch(address,address,address,uint256[],uint256[])']
  const filters = [
    [topics['Transfer(address,address,uint256)'], null, holder],
    [[single, batch], null, null, holder],
  ]
  const found = await Promise.all(
    filters.map((wanted) =>
      api
        .rpc(caipNetworkId)
        .read('eth_getLogs', [{ fromBlock: '0x0', toBlock: 'latest', topics: wanted }], { schema: logs, signal }),
    ),
  )
  const items = found.flatMap((list) =>
    list.toReversed().flatMap((log) => receivedBy({ ...log, count: log.topics.length })),
  )
  return [...new Map(items.map((item) => [`${item.contract}/${item.tokenId}`, item])).values()]
}
