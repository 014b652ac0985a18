import { type Context, readWith } from '@wallet-modal/kernel'
import {
  type Address,
  encodeEventTopics,
  erc721Abi,
  formatLog,
  getAbiItem,
  type Hex,
  type Log,
  pad,
  parseAbi,
  parseEventLogs,
  toEventSelector,
} from 'viem'
import { toChecksum } from '../address.js'

const erc1155Events = parseAbi([
  'event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value)',
  'event TransferBatch(address indexed operator, address indexed from, address indexed to, uint256[] ids, uint256[] values)',
])
const [single, batch] = erc1155Events
const transfer = getAbiItem({ abi: erc721Abi, name: 'Transfer' })
/**
 * Events of ERC-721 and ERC-1155. Parse logs with `strict`, which excludes the event `Transfer` of ERC-20: it has the same signature as in ERC-721,
 * but its third parameter is not indexed.
 */
export const nftEvents = [transfer, single, batch] as const

/** NFT that an account has received; the account may no longer own it. */
export interface ReceivedItem {
  readonly standard: 'erc721' | 'erc1155'
  /** With EIP-55 checksum. */
  readonly contract: Address
  readonly tokenId: bigint
}

const isHex = (value: unknown): value is Hex => typeof value === 'string' && /^0x([\da-f]{2})*$/i.test(value)

const isQuantity = (value: unknown): value is Hex => typeof value === 'string' && /^0x[\da-f]+$/i.test(value)

const logs = readWith((answer): readonly Log[] => {
  if (!Array.isArray(answer)) throw new Error('is not a list')
  return answer.flatMap((log: unknown) => {
    const { address, topics, data, removed, blockNumber, logIndex }: Readonly<Record<string, unknown>> = Object(log)
    const [event, ...otherTopics]: readonly unknown[] = Array.isArray(topics) ? topics : []
    const isLog = isHex(address) && address.length === 42 && isHex(data) && isHex(event) && otherTopics.every(isHex)
    if (!isLog || removed === true) return []
    const position = { ...(isQuantity(blockNumber) && { blockNumber }), ...(isQuantity(logIndex) && { logIndex }) }
    return [formatLog({ address, topics: [event, ...otherTopics], data, ...position })]
  })
})

/** Transferred items in a log. */
function readLog(log: Log): readonly ReceivedItem[] {
  const contract = toChecksum(log.address)
  const [event] = parseEventLogs({ abi: nftEvents, logs: [log], strict: true })
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
 * Every ERC-721 and ERC-1155 item ever transferred to an account, without duplicates, the most recent transfer first. Throws the error of the node if
 * the node limits the block range.
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
  const newestFirst = logLists
    .flat()
    .toSorted((a, b) => Number(b.blockNumber) - Number(a.blockNumber) || Number(b.logIndex) - Number(a.logIndex))
  const items = newestFirst.flatMap(readLog)
  return [...new Map(items.map((item) => [`${item.contract}/${item.tokenId}`, item])).values()]
}
