import { type Context, type HistoryEntry, type HistoryPage, type HistoryRequest, readWith } from '@wallet-modal/kernel'
import { isSameAddress } from '@wallet-modal/kernel/assets'

type Fields = Readonly<Record<string, unknown>>
const fieldsOf = (value: unknown): Fields => Object(value)
const textOf = (value: unknown, pattern: RegExp): string | undefined =>
  typeof value === 'string' && pattern.test(value) ? value : undefined
const addressOf = (value: unknown): string | undefined => textOf(fieldsOf(value).hash, /^0x[\da-fA-F]{40}$/)
const amountOf = (value: unknown): bigint | undefined => {
  const digits = textOf(value, /^\d{1,78}$/)
  return digits === undefined ? undefined : BigInt(digits)
}

/** Parses one item of Blockscout's list; an empty list if the item has no hash. Native coins only: token transfers are at another path. */
function readItem(item: unknown, { account, network }: HistoryRequest): readonly HistoryEntry[] {
  const { hash, timestamp, from, to, value, fee, status, transaction_types } = fieldsOf(item)
  const known = textOf(hash, /^0x[\da-fA-F]{64}$/)
  if (known === undefined) return []
  const at = Date.parse(String(timestamp))
  const [sender, receiver] = [addressOf(from), addressOf(to)]
  const [amount, paid] = [amountOf(value), amountOf(fieldsOf(fee).value)]
  const isOut = sender !== undefined && isSameAddress(sender, account.address)
  const isTransfer = Array.isArray(transaction_types) && transaction_types.includes('coin_transfer')
  const { name, symbol, decimals } = network.nativeCurrency
  const direction = isOut ? 'out' : 'in'
  return [
    {
      ...{ id: known, hash: known, caipNetworkId: network.caipNetworkId },
      type: isTransfer ? (isOut ? 'send' : 'receive') : 'execute',
      status: status === 'ok' ? 'confirmed' : status === 'error' ? 'failed' : 'pending',
      ...(at > 0 && { at }),
      ...(sender && { from: sender }),
      ...(receiver && { to: receiver }),
      ...(paid !== undefined && { fee: paid }),
      transfers: amount ? [{ direction, kind: 'token', name, symbol, decimals, amount }] : [],
    },
  ]
}

/** Reads one page. The cursor is Blockscout's `next_page_params` as a query. */
export async function readPage({ api }: Context, request: HistoryRequest): Promise<HistoryPage> {
  const { account, cursor = '', signal } = request
  const schema = readWith((reply): HistoryPage => {
    const { items, next_page_params } = fieldsOf(reply)
    if (!Array.isArray(items)) throw new Error('has no list of transactions')
    const next = new URLSearchParams(
      Object.entries(fieldsOf(next_page_params)).map(([key, value]) => [key, `${value}`]),
    )
    return { entries: items.flatMap((one) => readItem(one, request)), ...(next.size > 0 && { next: `${next}` }) }
  })
  const query = Object.fromEntries(new URLSearchParams(cursor))
  return api
    .service('blockscout')
    .get(`/addresses/${account.address}/transactions`, { query, schema, signal, isAnonymous: true })
}
