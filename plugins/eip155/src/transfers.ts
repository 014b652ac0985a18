import { type Context, readWith } from '@wallet-modal/kernel'
import {
  type Address,
  encodeEventTopics,
  erc721Abi,
  getAbiItem,
  type Hex,
  type Log,
  pad,
  parseAbi,
  parseEventLogs,
  toEventSelector,
} from 'viem'
import { toChecksum } from './address.js'

const erc1155Events = parseAbi([
  'event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value)',
  'event TransferBatch(address indexed operator, address indexed from, address indexed to, uint256[] ids, uint256[] values)',
])
const [single, batch] = erc1155Events
const transfer = getAbiItem({ abi: erc721Abi, name: 'Transfer' })

/** NFT that an account has received; the account may no longer own it. */
export interface ReceivedItem {
  readonly standard: 'erc721' | 'erc1155'
  /** With EIP-55 checksum. */
  readonly contract: Address
  readonly tokenId: bigint
}

interface RawLog extends Pick<Log, 'address' | 'topics' | 'data'> {
  readonly block: number
  /** Position in the block. */
  readonly index: number
}

const isHex = (value: unknown): value is Hex => typeof value === 'string' && /^0x([\da-f]{2})*$/i.test(value)

const toNumber = (quantity: unknown): number => (typeof quantity === 'string' ? Number(quantity) || 0 : 0)

const logs = readWith((answer): readonly RawLog[] => {
  if (!Array.isArray(answer)) throw new Error('is not a list')
  return answer.flatMap((log: unknown) => {
    const { address, topics, data, removed, blockNumber, logIndex }: Readonly<Record<string, unknown>> = Object(log)
    const [event, ...otherTopics]: readonly unknown[] = Array.isArray(topics) ? topics : []
    const isLog = isHex(address) && address.length === 42 && isHex(data) && isHex(event) && otherTopics.every(isHex)
    if (!isLog || removed === true) return []
    return [{ address, topics: [event, ...otherTopics], data, block: toNumber(blockNumber), index: toNumber(logIndex) }]
  })
})

/** Transferred items in a log. `strict` ignores ERC-20's `Transfer`, which has the same signature as ERC-721's, but does not index the amount. */
function readLog(log: RawLog): readonly ReceivedItem[] {
  const contract = toChecksum(log.address)
  const [event] = parseEventLogs({ abi: [transfer, single, batch], logs: [log as unknown as Log], strict: true })
  if (event?.eventName === 'Transfer') return [{ standard: 'erc721', contract, tokenId: event.args.tokenId }]
  const ids = event?.eventName === 'TransferBatch' ? event.args.ids : event ? [event.args.id] : []
  return ids.map((tokenId) => ({ standard: 'erc1155', contract, tokenId }))
}

interface ReceivedRequest {
  readonly holder: Address
  readonly caipNetworkId: string
  readonly signal: AbortSignal
}

/**
 * Every ERC-721 and ERC-1155 item ever transferred to an account, without duplicates. The item that was transferred last comes first.
 * Throws the node's error if the node limits the block range.
 */
export async function readReceived(
  { api }: Context,
  { holder, caipNetworkId, signal }: ReceivedRequest,
): Promise<readonly ReceivedItem[]> {
  const filters = [
    encodeEventTopics({ abi: [transfer], args: { to: holder } }),
    [[toEventSelector(single), toEventSelector(batch)], null, null, pad(holder).toLowerCase()],
  ]
  const logLists = await Promise.all(
    filters.map((topics) =>
      api
        .rpc(caipNetworkId)
        .read('eth_getLogs', [{ fromBlock: '0x0', toBlock: 'latest', topics }], { schema: logs, signal }),
    ),
  )
  const newestFirst = logLists.flat().toSorted((a, b) => b.block - a.block || b.index - a.index)
  const items = newestFirst.flatMap(readLog)
  return [...new Map(items.map((item) => [`${item.contract}/${item.tokenId}`, item])).values()]
}
