import {
  type Context,
  isWalletModalError,
  type NameSource,
  type Network,
  nameSources,
  readWith,
} from '@wallet-modal/kernel'
import type { SendContext } from '../form/send-context.js'

/** Whether a text may be a name: two or more labels separated by dots, without spaces. */
export const isNameLike = (text: string): boolean => /^[^\s.:/]+(\.[^\s.:/]+)+$/u.test(text) && text.length <= 255

interface Profile {
  readonly name: string
  readonly addresses: Readonly<Record<string, string>>
}

const profileSchema = readWith((reply): Profile => {
  const { name, addresses }: { readonly name?: unknown; readonly addresses?: unknown } = Object(reply)
  if (typeof name !== 'string' || typeof addresses !== 'object' || addresses === null)
    throw new Error('"name" or "addresses" is missing or wrong')
  const pairs = Object.entries(addresses).flatMap(([coinType, entry]: readonly [string, unknown]) => {
    const { address }: { readonly address?: unknown } = Object(entry)
    return typeof address === 'string' && address ? [[coinType, address] as const] : []
  })
  return { name, addresses: Object.fromEntries(pairs) }
})

/** Result of resolving a name. */
export type NameResult =
  /** `isProven`: read from the chain, not only reported by a service. */
  | { readonly status: 'found'; readonly name: string; readonly address: string; readonly isProven?: true }
  /** `notNormal`: contains invalid or look-alike characters. `elsewhere`: exists, but has no address on this network. */
  | { readonly status: 'unknown' | 'elsewhere' | 'notNormal' }

/** Normalized name (ENSIP-15). `undefined` if the text is not a valid name, or if normalization changes more than the case of ASCII letters. */
export async function normalName(text: string): Promise<string | undefined> {
  const { normalizeName } = await import('./normalize-name.js')
  const lowerCase = text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
  try {
    return normalizeName(lowerCase) === lowerCase ? lowerCase : undefined
  } catch {
    return undefined // the library throws for an invalid name
  }
}

/** Parameters for resolving names on a network. */
export interface NameLookup {
  /** SLIP-44 coin type, in decimal digits. */
  readonly coinType: string
  /** Whether the Blockchain API has names of this chain family. */
  readonly isInBlockchainApi: boolean
}

/** `undefined` if neither the chain family nor a name source has a coin type for the network. */
export function nameLookupOf(
  ctx: Pick<Context, 'all'>,
  { handler, network }: Pick<SendContext, 'handler' | 'network'>,
): NameLookup | undefined {
  const coinType = handler.nameCoinType?.(network)
  if (coinType !== undefined) return { coinType, isInBlockchainApi: true }
  const source = ctx.all(nameSources).value.find((one) => one.namespace === network.namespace && one.coinType)
  return source?.coinType === undefined ? undefined : { coinType: source.coinType, isInBlockchainApi: false }
}

interface NameQuery extends Omit<NameLookup, 'isInBlockchainApi'> {
  readonly isInBlockchainApi?: boolean
  readonly network: Network
  readonly signal: AbortSignal
}

/**
 * Queries the sources in order. Resolves with the first address for this network. If no source has an address, resolves with
 * `elsewhere` if a source knows the name, and with `unknown` if none does. Resolves with `undefined` if there are no sources.
 */
async function querySources(
  sources: readonly NameSource[],
  name: string,
  query: NameQuery,
): Promise<NameResult | undefined> {
  let result: NameResult | undefined
  for (const source of sources) {
    const { network, coinType, signal } = query
    const reply = await source.resolve({ name, network, coinType, signal })
    if (typeof reply !== 'string') {
      const { address } = reply
      return { status: 'found', name, address, ...(!source.isService && { isProven: true }) }
    }
    if (result?.status !== 'elsewhere') result = { status: reply }
  }
  return result
}

/** Resolves a name with the Blockchain API, to the address for the network. */
async function queryBlockchainApi(
  ctx: Pick<Context, 'api'>,
  name: string,
  { coinType, signal }: Pick<NameQuery, 'coinType' | 'signal'>,
): Promise<NameResult> {
  try {
    const path = `/v1/profile/account/${encodeURIComponent(name)}`
    const profile = await ctx.api
      .service('blockchain')
      .get(path, { query: { apiVersion: '2' }, schema: profileSchema, signal })
    if (profile.name !== name) return { status: 'unknown' }
    const address = Object.hasOwn(profile.addresses, coinType) ? profile.addresses[coinType] : undefined
    return address === undefined ? { status: 'elsewhere' } : { status: 'found', name, address }
  } catch (error) {
    if (isWalletModalError(error) && error.code === 'HTTP_STATUS' && error.status === 404) return { status: 'unknown' }
    throw error
  }
}

const isUnconfigured = (error: unknown): boolean => isWalletModalError(error) && error.code === 'NO_PROJECT_ID'

/**
 * Resolves a name with the sources that read the chain. If they find no address, queries the services, whose results have no `isProven`. If the
 * services do not know the name, returns the chain's result. Rejects if a service fails, or if the chain could not be read and no service is
 * configured.
 */
export async function lookUpName(
  ctx: Pick<Context, 'api' | 'all' | 'log'>,
  text: string,
  query: NameQuery,
): Promise<NameResult> {
  const name = await normalName(text)
  if (name === undefined) return { status: 'notNormal' }
  const sources = ctx
    .all(nameSources)
    .peek()
    .filter(({ namespace }) => namespace === query.network.namespace)
  const services = sources.filter(({ isService }) => isService)
  const chains = sources.filter(({ isService }) => !isService)
  let failure: { readonly error: unknown } | undefined
  const { isInBlockchainApi = true } = query
  const chain = await querySources(chains, name, query).catch((error: unknown) => {
    query.signal.throwIfAborted()
    ctx.log.info('the name could not be resolved on the chain', error)
    failure = { error }
    return undefined
  })
  if (chain?.status === 'found') return chain
  try {
    const service =
      (await querySources(services, name, query)) ??
      (isInBlockchainApi ? await queryBlockchainApi(ctx, name, query) : undefined)
    if (service) return service.status === 'unknown' && chain ? chain : service
    if (failure) throw failure.error
    return chain ?? { status: 'unknown' }
  } catch (error) {
    if (chain && isUnconfigured(error)) return chain
    throw failure && isUnconfigured(error) ? failure.error : error
  }
}
