import { base58, base64 } from '@scure/base'
import { readWith } from '@wallet-modal/kernel'
import { badParams } from '../errors.js'
import type { WalletContext } from '../family.js'
import type { Message } from './message.js'

/** Program that owns lookup tables. */
const PROGRAM = 'AddressLookupTab1e1111111111111111111111111'
/** Offset of the addresses in a lookup table. */
const HEADER_BYTES = 56

const table = readWith((answer): readonly string[] => {
  const { value }: { readonly value?: unknown } = Object(answer)
  const { owner, data }: { readonly owner?: unknown; readonly data?: unknown } = Object(value)
  const [text]: readonly unknown[] = Array.isArray(data) ? data : []
  if (owner !== PROGRAM || typeof text !== 'string') throw new Error('is not a lookup table')
  const bytes = base64.decode(text).slice(HEADER_BYTES)
  return Array.from({ length: Math.floor(bytes.length / 32) }, (_, at) =>
    base58.encode(bytes.slice(32 * at, 32 * (at + 1))),
  )
})

/** All accounts of a message in order. Reads the lookup tables from the chain. Rejects with code -32602 if a table lacks an entry. */
export async function resolveAccounts(
  ctx: WalletContext,
  { accounts, lookups }: Message,
  caipNetworkId: string,
): Promise<readonly string[]> {
  const entries = await Promise.all(
    lookups.map(({ table: address }) =>
      ctx.api.rpc(caipNetworkId).read('getAccountInfo', [address, { encoding: 'base64' }], { schema: table }),
    ),
  )
  const pick = (kind: 'writable' | 'readable'): readonly string[] =>
    lookups.flatMap((lookup, at) =>
      lookup[kind].map((index) => {
        const address = entries[at]?.[index]
        if (address === undefined) throw badParams(`The lookup table ${lookup.table} has no entry ${index}.`)
        return address
      }),
    )
  return [...accounts, ...pick('writable'), ...pick('readable')]
}
