import { type Address, getAddressDecoder, isOffCurveAddress } from '@solana/addresses'
import { type Context, type NameSource, type ResolveNameRequest, readWith } from '@wallet-modal/kernel'
import { NAME_PROGRAM, nameAccounts } from './accounts.js'

/** Bytes at the start of a name's account: its parent, owner and class, 32 bytes each. */
const HEADER = 96

interface NameAccount {
  readonly parent: Address
  readonly owner: Address
}

function readAccount(value: unknown): NameAccount | undefined {
  if (value === null) return undefined
  const { owner, data }: { readonly owner?: unknown; readonly data?: unknown } = Object(value)
  const [text]: readonly unknown[] = Array.isArray(data) ? data : []
  if (owner !== NAME_PROGRAM || typeof text !== 'string') throw new TypeError('is no account of a name')
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  if (bytes.length < HEADER) throw new TypeError('is too short')
  const decoder = getAddressDecoder()
  return { parent: decoder.decode(bytes.subarray(0, 32)), owner: decoder.decode(bytes.subarray(32, 64)) }
}

const accountsReply = (count: number) =>
  readWith((reply): readonly (NameAccount | undefined)[] => {
    const { value }: { readonly value?: unknown } = Object(reply)
    if (!Array.isArray(value) || value.length !== count) throw new TypeError('has no list of accounts')
    return value.map(readAccount)
  })

/** Owner of a `.sol` name. Rejects if the name may point to another address than the owner of its account. */
export async function resolveName(
  ctx: Pick<Context, 'api'>,
  { name, network, signal }: ResolveNameRequest,
): ReturnType<NameSource['resolve']> {
  const [label, ...zone] = name.split('.')
  if (!label || zone.join('.') !== 'sol') return 'unknown'
  const addresses = await nameAccounts(label)
  const [own, ...records] = await ctx.api
    .rpc(network.caipNetworkId)
    .read('getMultipleAccounts', [addresses, { encoding: 'base64' }], {
      schema: accountsReply(addresses.length),
      signal,
    })
  if (!own) return 'unknown'
  if (records.some((record) => record !== undefined) || isOffCurveAddress(own.owner))
    throw new Error(`${name} has its own record or is an NFT, so its address cannot be verified.`)
  return { address: own.owner }
}
