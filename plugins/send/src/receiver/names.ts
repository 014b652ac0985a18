import {
  type Context,
  isWalletModalError,
  type NameSource,
  type Network,
  nameSources,
  readWith,
} from '@wallet-modal/kernel'
import type { SendContext } from '../form/send-context.js'

/** Could be a name: parts with dots between them, and no blank. */
export const isNameLike = (text: string): boolean => /^[^\s.:/]+(\.[^\s.:/]+)+$/u.test(text) && text.length <= 255

interface Profile {
  readonly name: string
  readonly addresses: Readonly<Record<string, string>>
}

const profileSchema = readWith((reply): Profile => {
  const { name, addresses }: { readonly name?: unknown; readonly addresses?: unknown } = Object(reply)
  if (typeof name !== 'string' || typeof addresses !== 'object' || addresses === null) throw new Error('is no profile')
  const pairs = Object.entries(addresses).flatMap(([coinType, entry]: readonly [string, unknown]) => {
    const { address }: { readonly address?: unknown } = Object(entry)
    return typeof address === 'string' && address ? [[coinType, address] as const] : []
  })
  return { name, addresses: Object.fromEntries(pairs) }
})

/** What a name leads to. */
export type NameAnswer =
  /** `isProven`: read from the chain, not only told by a service. */
  | { readonly status: 'found'; readonly name: string; readonly address: string; readonly isProven?: true }
  /** `notNormal`: it holds characters that names do not have, or that look like others. `elsewhere`: it has no address on this network. */
  | { readonly status: 'unknown' | 'elsewhere' | 'notNormal' }

/** The name as name services know it (ENSIP-15), where it is written so already but for capitals. */
export async function normalName(text: string): Promise<string | undefined> {
  const { normalizeName } = await import('./normalize-name.js')
  const typed = text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
  try {
    return normalizeName(typed) === typed ? typed : undefined
  } catch {
    return undefined // the library's way to say that it is no name
  }
}

/** How receivers are found by name. */
export interface NameLookup {
  /** SLIP-44, in decimal digits. */
  readonly coinType: string
  /** The Blockchain API knows names of this chain family. */
  readonly isInBlockchainApi: boolean
}

/** `undefined` where neither the chain family nor a source of names has a coin type: there are no names then. */
export function nameLookupOf(
  ctx: Pick<Context, 'all'>,
  { handler, network }: Pick<SendContext, 'handler' | 'network'>,
): NameLookup | undefined {
  const coinType = handler.nameCoinType?.(network)
  if (coinType !== undefined) return { coinType, isInBlockchainApi: true }
  const source = ctx.all(nameSources).value.find((one) => one.namespace === network.namespace && one.coinType)
  return source?.coinType === undefined ? undefined : { coinType: source.coinType, isInBlockchainApi: false }
}

interface NameQuestion extends Omit<NameLookup, 'isInBlockchainApi'> {
  readonly isInBlockchainApi?: boolean
  readonly network: Network
  readonly signal: AbortSignal
}

/** Asks the sources in turn: the first one that has the name on this network answers. `undefined` without sources. */
async function askSources(
  sources: readonly NameSource[],
  name: string,
  question: NameQuestion,
): Promise<NameAnswer | undefined> {
  let answer: NameAnswer | undefined
  for (const source of sources) {
    const { network, coinType, signal } = question
    const found = await source.resolve({ name, network, coinType, signal })
    if (typeof found !== 'string') {
      const { address } = found
      return { status: 'found', name, address, ...(!source.isService && { isProven: true }) }
    }
    if (answer?.status !== 'elsewhere') answer = { status: found }
  }
  return answer
}

/** What the Blockchain API says. Only the address that belongs to the network counts. */
async function askService(
  ctx: Pick<Context, 'api'>,
  name: string,
  { coinType, signal }: Pick<NameQuestion, 'coinType' | 'signal'>,
): Promise<NameAnswer> {
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

/** Looks a name up: on the chain, and where that leads nowhere by services, which are believed less. */
export async function lookUpName(
  ctx: Pick<Context, 'api' | 'all' | 'log'>,
  text: string,
  question: NameQuestion,
): Promise<NameAnswer> {
  const name = await normalName(text)
  if (name === undefined) return { status: 'notNormal' }
  const sources = ctx
    .all(nameSources)
    .peek()
    .filter(({ namespace }) => namespace === question.network.namespace)
  const services = sources.filter(({ isService }) => isService)
  const chains = sources.filter(({ isService }) => !isService)
  let failure: { readonly error: unknown } | undefined
  const { isInBlockchainApi = true } = question
  const chain = await askSources(chains, name, question).catch((error: unknown) => {
    question.signal.throwIfAborted()
    ctx.log.info('the chain could not be asked for a name', error)
    failure = { error }
    return undefined
  })
  if (chain?.status === 'found') return chain
  try {
    const service = await askSources(services, name, question)
    if (service) return service
    if (isInBlockchainApi) return await askService(ctx, name, question)
    if (failure) throw failure.error
    return chain ?? { status: 'unknown' }
  } catch (error) {
    if (chain && isUnconfigured(error)) return chain
    throw failure && isUnconfigured(error) ? failure.error : error
  }
}
